// A storage host that keeps nothing. It prints its address, and at the end of its input the bytes that it got.
const { createServer } = require("node:http");

let bytes = 0;
const server = createServer((request, response) => {
  request.on("data", (piece) => (bytes += piece.length));
  request.once("end", () => response.writeHead(request.method === "PUT" ? 201 : 200).end("[]"));
}).listen(0, "127.0.0.1", () => console.log(`127.0.0.1:${server.address().port}`));
process.stdin.resume().once("end", () => {
  console.log(bytes);
  process.exit();
});
