// Hosts of our own: network namespaces on one bridge, a house behind Caddy in one of them,
// browsers in the others.

import { chromium } from "playwright-core";
import { execFileSync, spawn } from "node:child_process";
import { X509Certificate, createHash } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const NAME = "rokada.test";
const HOUSE = "10.77.0.1";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const CADDYFILE = `{
  admin off
  skip_install_trust
}
${NAME} {
  tls internal
  reverse_proxy 127.0.0.1:1941
}
`;

const ip = (...words) => execFileSync("ip", words, { stdio: "pipe" });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks again until there is an answer; fails with the last reason after a minute. */
async function until(what, ask) {
  let why;
  for (let i = 0; i < 300; i++) {
    try {
      return await ask();
    } catch (error) {
      why = error;
      await pause(200);
    }
  }
  throw new Error(`${what}: ${why}`);
}

/** A house that others reach only through its proxy, and hosts around it. */
export class Net {
  constructor() {
    this.prefix = process.env.ROKADA_HOSTS ?? `rk${process.pid}`;
    this.folder = mkdtempSync(join(tmpdir(), "rokada-hosts-"));
    this.spaces = [];
    this.children = [];
    this.browsers = [];
  }

  space(name) {
    return `${this.prefix}-${name}`;
  }

  #add(name) {
    ip("netns", "add", this.space(name));
    this.spaces.push(this.space(name));
    ip("-n", this.space(name), "link", "set", "lo", "up");
  }

  /** A host for each name, joined to the house by a cable. */
  build(names) {
    this.#add("house");
    const house = this.space("house");
    ip("-n", house, "link", "add", "br0", "type", "bridge");
    ip("-n", house, "addr", "add", `${HOUSE}/24`, "dev", "br0");
    ip("-n", house, "link", "set", "br0", "up");
    names.forEach((name, i) => {
      this.#add(name);
      ip(
        "-n",
        house,
        "link",
        "add",
        `to-${name}`,
        "type",
        "veth",
        "peer",
        "name",
        "eth0",
        "netns",
        this.space(name),
      );
      ip("-n", house, "link", "set", `to-${name}`, "master", "br0", "up");
      ip("-n", this.space(name), "addr", "add", `10.77.0.${i + 2}/24`, "dev", "eth0");
      ip("-n", this.space(name), "link", "set", "eth0", "up");
    });
  }

  /** Starts a program on a host. */
  start(name, file, words, env = {}) {
    const child = spawn("ip", ["netns", "exec", this.space(name), file, ...words], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    child.said = "";
    for (const pipe of [child.stdout, child.stderr])
      pipe.on("data", (text) => {
        child.said += text;
      });
    this.children.push(child);
    return child;
  }

  /** The server and its proxy; answers when both do. */
  async open() {
    const house = [
      "serve",
      "--listen",
      "127.0.0.1:1941",
      "--public-url",
      `https://${NAME}`,
      "--trusted-proxy",
      "127.0.0.1",
      "--data",
      join(this.folder, "data"),
      "--no-browser",
    ];
    this.server = this.start("house", process.env.ROKADA_BIN, house);
    writeFileSync(join(this.folder, "Caddyfile"), CADDYFILE);
    this.caddy = this.start(
      "house",
      "caddy",
      ["run", "--config", join(this.folder, "Caddyfile"), "--adapter", "caddyfile"],
      { XDG_DATA_HOME: this.folder, XDG_CONFIG_HOME: this.folder, HOME: this.folder },
    );
    const root = join(this.folder, "caddy/pki/authorities/local/root.crt");
    await until("the proxy makes its certificate", () => {
      if (!existsSync(root)) throw new Error(this.caddy.said);
    });
    this.ca = readFileSync(root, "utf8");
    const first = this.spaces[1].slice(this.prefix.length + 1);
    await until("the house answers through the proxy", async () => {
      const [{ status }] = this.ask(first, { path: "/api/shelf" });
      if (status !== 200) throw new Error(`${status}; ${this.server.said}; ${this.caddy.said}`);
    });
  }

  /** Sends requests from a host, with headers that no browser would send. */
  ask(name, ...requests) {
    const program = new URL("ask.mjs", import.meta.url).pathname;
    const words = [process.execPath, program, HOUSE, NAME, JSON.stringify(requests)];
    const env = { ...process.env, ROKADA_CA: this.ca };
    const all = ["netns", "exec", this.space(name), ...words];
    return JSON.parse(execFileSync("ip", all, { env, encoding: "utf8" }));
  }

  /** The hash of the key by which the proxy's certificates are signed. */
  #signer() {
    const file = join(this.folder, "caddy/pki/authorities/local/intermediate.crt");
    const { publicKey } = new X509Certificate(readFileSync(file));
    const der = publicKey.export({ type: "spki", format: "der" });
    return createHash("sha256").update(der).digest("base64");
  }

  /**
   * A browser on a host. It trusts the proxy's authority by its key, and nothing else that it
   * should not.
   */
  async browser(name) {
    const wrapper = join(this.folder, `chromium-${name}`);
    const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
    writeFileSync(wrapper, `#!/bin/sh\nexec ip netns exec ${this.space(name)} ${program} "$@"\n`);
    chmodSync(wrapper, 0o755);
    const args = [
      ...FLAGS,
      `--host-resolver-rules=MAP ${NAME} ${HOUSE}`,
      `--ignore-certificate-errors-spki-list=${this.#signer()}`,
    ];
    const browser = await chromium.launch({ executablePath: wrapper, args });
    this.browsers.push(browser);
    return browser;
  }

  /** Ends everything that was begun here and leaves nothing behind. */
  async close() {
    for (const browser of this.browsers) await browser.close().catch(() => {});
    for (const child of this.children) child.kill("SIGKILL");
    for (const space of this.spaces) {
      const pids = execFileSync("ip", ["netns", "pids", space], { encoding: "utf8" })
        .split("\n")
        .filter(Boolean);
      for (const pid of pids)
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch {
          /* gone already */
        }
      ip("netns", "del", space);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
