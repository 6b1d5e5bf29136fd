// Checking the dice: the secrets are published when a game is over, and every roll is thrown again
// here.
//
// A roll follows from the secrets, the number of its line and its place in that line: their SHA-256
// is the seed of a
// ChaCha stream with 8 rounds, whose first word that is fair for the number of sides gives the
// value.

/** @typedef {{line: number, value: number, sides: number, place: number}} Roll */

/** The rolls that a journal records. @param {string} journal @returns {Roll[]} */
export function rollsOf(journal) {
  const body = journal.slice(journal.indexOf("\n\n") + 2);
  return body.split("\n").flatMap((text) => {
    const found = /^(\d+) .* =((?: \d+\/\d+)+) #[0-9a-f]{8}$/.exec(text);
    if (!found) return [];
    return found[2]
      .trim()
      .split(" ")
      .map((roll, i) => ({
        line: Number(found[1]),
        value: Number(roll.split("/")[0]),
        sides: Number(roll.split("/")[1]),
        place: i + 1,
      }));
  });
}

/** @param {string} hex */
export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {number} n @param {number} size */
function little(n, size) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 8) view.setBigUint64(0, BigInt(n), true);
  else view.setUint32(0, n, true);
  return bytes;
}

/** @param {Uint8Array[]} parts */
function join(parts) {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/**
 * The words of block `n` of a ChaCha stream with 8 rounds.
 * @param {Uint8Array} key
 * @param {number} n
 */
function chacha8(key, n) {
  const words = new DataView(key.buffer, key.byteOffset, 32);
  const start = new Uint32Array([
    0x61707865,
    0x3320646e,
    0x79622d32,
    0x6b206574,
    ...Array.from({ length: 8 }, (_, i) => words.getUint32(4 * i, true)),
    n,
    0,
    0,
    0,
  ]);
  const x = start.slice();
  const turn = (/** @type {number} */ v, /** @type {number} */ by) => (v << by) | (v >>> (32 - by));
  const quarter = (
    /** @type {number} */ a,
    /** @type {number} */ b,
    /** @type {number} */ c,
    /** @type {number} */ d,
  ) => {
    for (const [first, second] of [
      [16, 12],
      [8, 7],
    ]) {
      x[a] += x[b];
      x[d] = turn(x[d] ^ x[a], first);
      x[c] += x[d];
      x[b] = turn(x[b] ^ x[c], second);
    }
  };
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++)
      quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((v, i) => v + start[i]);
}

/** What a roll must show. @param {Uint8Array[]} secrets @param {Roll} roll */
export async function thrown(secrets, roll) {
  const seed = await sha256(
    join([
      ...secrets.flatMap((x) => [little(x.length, 8), x]),
      little(roll.line, 8),
      little(roll.place, 4),
    ]),
  );
  const limit = 0xffffffff - (0xffffffff % roll.sides);
  for (let block = 0; ; block++)
    for (const word of chacha8(seed, block)) if (word < limit) return (word % roll.sides) + 1;
}

/**
 * Checks the secrets against what was committed, and every roll against the secrets.
 * @param {string} journal @param {import("./types.js").DiceProof} proof
 * @returns {Promise<{all: number, good: number, isCommitted: boolean, before: number}>} `before`
 *   counts rolls that came with an imported journal
 */
export async function checkDice(journal, proof) {
  const secrets = (proof.secrets ?? []).map(bytesOf);
  const hashes = await Promise.all(
    secrets.map(async (x) =>
      [...(await sha256(x))].map((b) => b.toString(16).padStart(2, "0")).join(""),
    ),
  );
  const isCommitted = secrets.length > 0 && hashes.join() === proof.commitments.join();
  const recorded = rollsOf(journal);
  const own = recorded.filter((r) => r.line >= proof.from);
  let good = 0;
  for (const roll of own) if ((await thrown(secrets, roll)) === roll.value) good += 1;
  return { all: own.length, good, isCommitted, before: recorded.length - own.length };
}
