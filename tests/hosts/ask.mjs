// Requests over TLS as a program on some host sends them, one after the other:
// `node ask.mjs HOST NAME '[{"path", "method", "headers", "body", "times"}]'`. Prints the answers,
// of a request that is sent several times the last.

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
      answer.on("end", () =>
        done({ status: answer.statusCode, headers: answer.headers, length }),
      );
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

const answers = [];
for (const one of JSON.parse(list)) {
  let answer;
  for (let i = 0; i < (one.times ?? 1); i++) answer = await send(one);
  answers.push(answer);
}
agent.destroy();
console.log(JSON.stringify(answers));
