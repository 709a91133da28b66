import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lostDigits, parseExact } from '../../src/shared/exact-json.ts'

describe('JSON that is read exactly', () => {
  it.each([
    ['{"a":9007199254740993}', ['a'], '9007199254740993'],
    ['[1,[2,{"b":[0, -12345678901234567891 ]}]]', [1, 1, 'b', 1], '-12345678901234567891'],
    ['{"__proto__":{"x":12345678901234567891},"y":1}', ['__proto__', 'x'], '12345678901234567891'],
    [`{"a":1,"b":${'9'.repeat(400)}}`, ['b'], '9'.repeat(400)],
  ])('says where digits are lost: %s', (text, path, written) => {
    const value = parseExact(text)
    expect(value).toEqual(JSON.parse(text))
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(lostDigits(value)).toEqual({ path, written })
  })

  it.each([
    '{"a":9007199254740992,"b":1152921504606847000}',
    '{"id":"9007199254740993","text":"[9007199254740993]","more":":9007199254740993,"}',
    '[0.12345678901234567891,1e300,1234567890123456]',
    '9007199254740993',
    '"x"',
  ])('says nothing of what is kept, or is no whole number in a list or an object: %s', (text) => {
    expect(parseExact(text)).toEqual(JSON.parse(text))
    expect(lostDigits(parseExact(text))).toBeUndefined()
  })

  it('never finds fault with what JavaScript writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.double({ noNaN: true, noDefaultInfinity: true }), (value, number) => {
        const text = JSON.stringify([value, { number }, Math.round(number)])
        expect(parseExact(text)).toEqual(JSON.parse(text))
        expect(lostDigits(parseExact(text))).toBeUndefined()
      }),
      { seed: 7 },
    )
  })

  it('refuses what is no JSON', () => {
    for (const text of ['{"a":1234567890123456789', '{"a":1234567890123456789}}', ''])
      expect(() => parseExact(text)).toThrow(SyntaxError)
  })
})
