/** What nobody should send, as arbitraries; JSON is text here, since much of it cannot be said by values. */
import fc from 'fast-check'

/** Texts that have undone other programs. */
const infamous = [
  '',
  ' ',
  '.',
  '..',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  "'; DROP TABLE mints; --",
  '" OR 1=1 --',
  "' UNION SELECT hash, 1 FROM api_keys --",
  '%00',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: yes',
  '\n{"level":60,"msg":"injected"}',
  '\u001b[2J',
  '\u2028',
  '\ufeff',
  '\u202eevil',
  '\ud800',
  '\udfff\ud800',
  'é'.normalize('NFD'),
  '𝕏'.repeat(64),
  '<script>alert(1)</script>',
  '{{7*7}}%s%n',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  'default',
  'default-polygon',
  'polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  'polygon:0x0000000000000000000000000000000000000000',
  'email:ada@example.com:polygon',
  'email:@:polygon',
  'userId::polygon',
  'userId:a:b:c:polygon',
  'userId:x:__proto__',
  'solana:4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS',
  `polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79C8:${'9'.repeat(78)}`,
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'data:text/html,x',
  'ipfs://',
  'javascript:alert(1)',
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...infamous) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 300 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(5_000, 100_000, 1_000_000).map((length) => 'x'.repeat(length)) },
)

/** JSON that is valid as it stands, and hard to bear. */
const hardJson: fc.Arbitrary<string> = fc.constantFrom(
  '9007199254740993',
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '-1',
  '0.1',
  '1.0000000000000000001',
  '9'.repeat(400),
  '281474976710656',
  'null',
  'true',
  '{}',
  '[]',
  '"\\ud800"',
  '"\\u0000"',
  '{"\\ud800":1}',
  '{"a":1,"a":2}',
  '{"":{"":[]}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `[${'0,'.repeat(20_000)}0]`,
)

/** Any JSON at all. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: hardJson },
  { weight: 2, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.json() },
)

/** Bodies that are no JSON, or not quite. */
export const brokenJson: fc.Arbitrary<string> = fc.constantFrom(
  '',
  '{',
  '{"a"',
  '{"a":1}}',
  "{'a':1}",
  '{"a":1,}',
  '// comment\n{}',
  'NaN',
  'Infinity',
  '\ufeff{}',
  '\u0000',
  '{"a":"\n"}',
  '0x10',
  '['.repeat(10_000),
  '{"a":'.repeat(10_000),
)

interface Change {
  at: number
  how: 'replace' | 'remove' | 'add' | 'twice'
  json: string
  key: string
}

/** A JSON text of which some places are something else than they should be. */
export function mutated(example: unknown): fc.Arbitrary<string> {
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.nat(1_000),
    how: fc.constantFrom<Change['how'][]>('replace', 'replace', 'replace', 'remove', 'add', 'twice') as fc.Arbitrary<
      Change['how']
    >,
    json: anyJson,
    key: hostileText.filter((text) => text.length < 300),
  })
  return fc.array(change, { maxLength: 3 }).map((changes) => write(example, changes))
}

/** Writes JSON with each change at its place, the n-th value that there is (counted round and round). */
function write(example: unknown, changes: readonly Change[]): string {
  const total = count(example)
  const byPlace = new Map(changes.map((change) => [change.at % total, change]))
  let place = -1
  const text = (value: unknown): string => {
    const change = byPlace.get(++place)
    const plain = members(value)
    if (change?.how === 'replace') {
      place += count(value) - 1
      return change.json
    }
    if (plain === undefined) return JSON.stringify(value)
    const parts = plain.flatMap(([key, member]) => {
      const removed = byPlace.get(place + 1)?.how === 'remove'
      const written = text(member)
      const part = Array.isArray(value) ? written : `${JSON.stringify(key)}:${written}`
      return removed ? [] : byPlace.get(place)?.how === 'twice' ? [part, part] : [part]
    })
    if (change?.how === 'add')
      parts.push(Array.isArray(value) ? change.json : `${JSON.stringify(change.key)}:${change.json}`)
    return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
  }
  return text(example)
}

function members(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

function count(value: unknown): number {
  return 1 + (members(value) ?? []).reduce((sum, [, member]) => sum + count(member), 0)
}
