import { describe, expect, it } from 'vitest'
import { coreInstructionsOf } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import { instructionsOf } from '../../../src/core/chains/solana/instructions/instructions.ts'
import { measureOne, tokensThatFit } from '../../../src/core/chains/solana/transactions/fit.ts'
import { compileMessage } from '../../../src/core/chains/solana/transactions/message.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const [payer, collection, tree] = [solanaRecipientOf(1), solanaRecipientOf(2), solanaRecipientOf(3)]
const certified = instructionsOf(payer)
const core = coreInstructionsOf(payer, certified.treeConfig)

describe('how many mints a transaction holds', () => {
  it.each([
    ['short URIs', 20, 5, false, certified],
    ['ours', 66, 10, false, certified],
    ['the longest', 200, 32, false, certified],
    ['one recipient', 66, 10, true, certified],
    ['short URIs, of a Core collection', 20, 5, false, core],
    ['ours, of a Core collection', 66, 10, false, core],
    ['the longest, of a Core collection', 200, 32, false, core],
    ['one recipient, of a Core collection', 66, 10, true, core],
  ])('is exactly what its bytes allow: %s', (_, uri, name, same, build) => {
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
