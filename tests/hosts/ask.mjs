// Requests over TLS as a program on some host sends them, one after the other:
// `node ask.mjs HOST NAME '[{"path", "method", "headers", "body", "times"}]'`. Prints the answers;
// that of a request sent several times is the last, with how often each status came.

import { Agent, request } from "node:https";

const [, , host, name, list] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: process.env.ROKADA_CA });

function send({ path, method = "GET", headers = {}, body = "" }) {
  const all = { host: name, ...headers };
  const options = { host, port: 443, servername: name, agent, path, method, headers: all };
  return new Promise((done, fail) => {
    const sent = request(options, (answer) => {
      let length = 0;
      answer.on("data", (part) => (length += part.length));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, length }));
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/**
 * Sends once more what a kept connection lost because the other end was just closing it, as every
 * browser does.
 */
async function sendAgain(one) {
  try {
    return await send(one);
  } catch (error) {
    if (error.code !== "ECONNRESET") throw error;
    return send(one);
  }
}

const answers = [];
for (const one of JSON.parse(list)) {
  const statuses = {};
  let answer;
  for (let i = 0; i < (one.times ?? 1); i++) {
    answer = await sendAgain(one);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  }
  answers.push({ ...answer, statuses });
}
agent.destroy();
console.log(JSON.stringify(answers));
