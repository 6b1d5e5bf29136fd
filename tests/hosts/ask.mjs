// One request over TLS, as a program on some host sends it: `node ask.mjs '{"host", "name",
// "path", "method", "headers", "body", "times"}'`. Prints the last answer.

import { request } from "node:https";

const {
  host,
  name,
  path,
  method = "GET",
  headers = {},
  body = "",
  times = 1,
} = JSON.parse(process.argv[2]);

function once() {
  return new Promise((done, fail) => {
    const sent = request(
      {
        host,
        port: 443,
        servername: name,
        ca: process.env.ROKADA_CA,
        path,
        method,
        headers: { host: name, ...headers },
      },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          done({
            status: answer.statusCode,
            headers: answer.headers,
            length: Buffer.concat(parts).length,
          }),
        );
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

let answer;
for (let i = 0; i < times; i++) answer = await once();
console.log(JSON.stringify(answer));
