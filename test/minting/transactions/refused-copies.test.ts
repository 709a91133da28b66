/** Which recipients of a refused batch of copies are tried once more, by themselves, and which are not. */
import { describe, expect, it } from 'vitest'
import { refusedByRecipients } from '../../../src/core/minting/transactions/refused-copies.ts'

type Members = Parameters<typeof refusedByRecipients>[0]

const address = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'
/** `c`: has code; `p`: has none; in capitals: goes alone already. */
const members = (kinds: string): Members =>
  [...kinds].map((kind, pk) => ({
    ...{ pk: pk + 1, address },
    contract: kind.toLowerCase() === 'c',
    alone: kind === kind.toUpperCase(),
  }))
const failed = (code: string, place?: number) => ({
  ...{ kind: 'failed' as const, code, message: 'why' },
  ...(place === undefined ? {} : { place }),
})
const unclear = { kind: 'unclear' as const, message: 'why' }

describe('a batch of several that reverted on chain', () => {
  it.each(['chain.reverted', 'chain.outOfGas', 'recipient.refused'])(
    'for %s, without saying whose fault it is: all contracts go alone, the others together',
    (code) => expect(refusedByRecipients(members('pccp'), failed(code), 'sent')).toMatchObject({ code, alone: [2, 3] }),
  )

  it('says whose fault it is: that one fails, and the other contracts go alone', () => {
    const reason = refusedByRecipients(members('ccc'), failed('recipient.refused', 1), 'sent')
    expect(reason).toMatchObject({ place: 1, alone: [1, 3] })
    expect(refusedByRecipients(members('ppc'), failed('recipient.refused', 2), 'sent')).toBeNull()
  })

  it('has no contract among its recipients any more: each goes alone', () => {
    expect(refusedByRecipients(members('ppp'), failed('chain.reverted'), 'sent')).toMatchObject({ alone: [1, 2, 3] })
  })

  it('nothing says why: contracts go alone at once, others after they were tried together once more', () => {
    expect(refusedByRecipients(members('ccp'), unclear, 'sent')).toMatchObject({ alone: [1, 2] })
    expect(refusedByRecipients(members('pp'), unclear, 'sent')).toBeNull()
    expect(refusedByRecipients(members('pp'), unclear, 'again')).toMatchObject({ alone: [1, 2] })
  })

  it.each(['supply.reached', 'contract.unauthorized', 'template.taken', 'network.rejected'])(
    'for %s, which no recipient brings about: all of it fails',
    (code) => expect(refusedByRecipients(members('cc'), failed(code), 'sent')).toBeNull(),
  )
})

describe('a batch of one', () => {
  it.each(['chain.reverted', 'chain.outOfGas'])('that reverted for %s fails, with its recipient named', (code) => {
    for (const kind of ['c', 'C', 'P']) {
      const reason = refusedByRecipients(members(kind), failed(code), 'sent')
      expect(reason).toMatchObject({ code: 'recipient.refused', message: expect.stringContaining(address) })
      expect(reason).not.toHaveProperty('alone')
    }
    expect(refusedByRecipients(members('p'), failed(code), 'sent')).toBeNull()
  })

  it('for which nothing says why is not sent again where others waited for it before', () => {
    expect(refusedByRecipients(members('C'), unclear, 'sent')).toMatchObject({ code: 'recipient.refused' })
    expect(refusedByRecipients(members('c'), unclear, 'sent')).toBeNull()
    expect(refusedByRecipients(members('c'), unclear, 'again')).toMatchObject({ code: 'recipient.refused' })
  })

  it('keeps the reason of a contract that says it itself', () => {
    expect(refusedByRecipients(members('C'), failed('recipient.refused', 0), 'sent')).toBeNull()
  })
})

describe('a batch that is refused before anything is paid', () => {
  it('loses the one whose fault it is, and the others stay together', () => {
    expect(refusedByRecipients(members('ccc'), failed('recipient.refused', 1), 'prepared')).toBeNull()
  })

  it('without saying whose fault it is: contracts go alone; without any it fails', () => {
    expect(refusedByRecipients(members('cpc'), failed('chain.outOfGas'), 'prepared')).toMatchObject({ alone: [1, 3] })
    expect(refusedByRecipients(members('ppp'), failed('chain.reverted'), 'prepared')).toBeNull()
  })
})
