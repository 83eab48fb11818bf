let input = ''
for await (const part of process.stdin) input += part
const words = JSON.parse(input)
  .text.split(/\s+/)
  .filter((word) => word !== '')
console.log(JSON.stringify({ words: words.length }))
