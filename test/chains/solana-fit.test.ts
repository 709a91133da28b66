import { describe, expect, it } from 'vitest'
import { measureOne, tokensThatFit } from '../../src/core/chains/solana/fit.ts'
import { instructionsOf } from '../../src/core/chains/solana/instructions.ts'
import { compileMessage } from '../../src/core/chains/solana/message.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'

const [payer, collection, tree] = [solanaRecipientOf(1), solanaRecipientOf(2), solanaRecipientOf(3)]
const build = instructionsOf(payer)

describe('how many mints a transaction holds', () => {
  it.each([
    ['short URIs', 20, 5, false],
    ['ours', 66, 10, false],
    ['the longest', 200, 32, false],
    ['one recipient', 66, 10, true],
  ])('is exactly what its bytes allow: %s', (_, uri, name, same) => {
    const tokens = Array.from({ length: 12 }, (_, n) => ({
      recipient: solanaRecipientOf(same ? 9 : 10 + n),
      name: 'n'.repeat(name),
      symbol: 'BADGE',
      uri: 'u'.repeat(uri),
    }))
    const measure = measureOne(payer, (token) => build.compressed(collection, tree, [token]))
    const bytes = (count: number) =>
      1 +
      64 +
      compileMessage(payer, build.compressed(collection, tree, tokens.slice(0, count)), { units: 0, price: 1n }).length
    const count = tokensThatFit(measure, tokens)
    expect(bytes(count)).toBeLessThanOrEqual(1232)
    expect(bytes(count + 1)).toBeGreaterThan(1232)
  })
})
