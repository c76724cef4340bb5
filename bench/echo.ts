// The floor that other benchmarks are held against: node:http reads the body and sends a file's bytes.
//   node bench/echo.ts <port> <file>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const bytes = readFileSync(String(file))

createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
    response.end(bytes)
  })
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
