import { Transform } from 'node:stream'

const mark = '"result":"0x'
/** More than any answer has before its result, so that a long error is still read whole. */
const longestHead = 4096

/**
 * A stream that reads a JSON-RPC answer whose result is one hex string, and yields the bytes of that string without ever holding
 * it whole. It fails when the answer is an error or ends before its string does.
 */
export function hexResult(): Transform {
  let head = ''
  let state: 'head' | 'hex' | 'tail' = 'head'
  let odd = ''

  const decode = (text: string): Buffer => {
    const end = text.indexOf('"')
    if (end >= 0) state = 'tail'
    const digits = odd + (end >= 0 ? text.slice(0, end) : text)
    const even = digits.length - (digits.length % 2)
    odd = digits.slice(even)
    const bytes = Buffer.from(digits.slice(0, even), 'hex')
    // Buffer.from stops at the first character that is no hex digit instead of failing.
    if (bytes.length !== even / 2) throw new Error('The answer holds something that is not hexadecimal.')
    return bytes
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        let text = chunk.toString('latin1')
        if (state === 'head') {
          head += text
          const at = head.indexOf(mark)
          if (at < 0) return head.length > longestHead ? done(noResult(head)) : done()
          text = head.slice(at + mark.length)
          state = 'hex'
        }
        done(null, state === 'hex' ? decode(text) : undefined)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      if (state === 'head') return done(noResult(head))
      if (state === 'hex' || odd !== '') return done(new Error('The answer ends in the middle of its result.'))
      done()
    },
  })
}

function noResult(head: string): Error {
  return new Error(`The answer has no result: ${head.slice(0, 300)}`)
}
