import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { foldTrail, noTrail } from '../../../src/core/chains/family/fence.ts'
import { ipfsUri } from '../support/bench.ts'
import type { Chain } from '../support/chain.ts'
import { type Fence, fence, noFence, stranger, word } from '../support/collection.ts'
import { type Copies, type copiesFactory, defined, eventsOf, hosted, packed } from '../support/copies.ts'

/** A chain, and new semi-fungible collections of the contract under test. */
export interface CopiesBench {
  chain: Chain
  factory: Awaited<ReturnType<typeof copiesFactory>>
}

/** Something the contract promises. `run` throws when it is not kept. */
interface CopiesCheck {
  title: string
  run(bench: CopiesBench): Promise<void>
}

const folder = word(0xf0)
const web = 'https://example.com/metadata/'
const holders = (['7', '8'] as const).map((digit) => privateKeyToAccount(`0x${digit.repeat(64)}`))

/** The arguments of a batch of one item of token 1. */
const batch = (job: number, of: Fence, to: Address = stranger(1), amount = 1n) =>
  [word(job), of, folder, packed([{ to, id: 1n, amount }]), [defined(1n)]] as const

const refused = (copies: Copies, job: number, of: Fence) => copies.refusal(copies.owner, 'mintBatch', batch(job, of))

async function permission(chain: Chain, copies: Copies, by: 0 | 1, permit: Hex, to: Address) {
  const holder = holders[by]
  if (!holder) throw new Error('no such holder')
  const amount = { name: 'amount', type: 'uint256' }
  const party = [
    { name: 'permit', type: 'bytes32' },
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'id', type: 'uint256' },
  ]
  const signature = await holder.signTypedData({
    domain: {
      ...{ name: 'Mintdesk Collection', version: '1', verifyingContract: copies.address },
      chainId: Number(await chain.rpc('eth_chainId', [])),
    },
    types: { Transfer: [...party, amount] },
    primaryType: 'Transfer',
    message: { permit, from: holder.address, to, id: 1n, amount: 1n },
  })
  return [permit, holder.address, to, 1n, 1n, signature] as const
}

/** What the contract of copies promises of who may change what; what else it does is in copies.chain.test.ts. */
export const copiesChecks: readonly CopiesCheck[] = [
  {
    title: 'each batch folds its job into the trail of who mints, and a writer enters where it knows all of them',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const [owner, other] = chain.accounts
      await copies.write(owner, 'grantRoles', [other, 1n])
      await copies.write(owner, 'mintBatch', batch(1, noFence))
      const known = foldTrail(noTrail, word(1))
      expect(await copies.read('marks', [owner])).toEqual([0, BigInt(known)])
      expect(await refused(copies, 2, fence({ writer: 7 }))).toBe('AnotherHistory()')
      expect(await refused(copies, 2, fence({ expected: 3, writer: 7, trail: known }))).toBe('AnotherWriter(0)')
      const receipt = await copies.write(owner, 'mintBatch', batch(2, fence({ writer: 7, trail: known })))
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toMatchObject([
        ['WriterEntered', { minter: owner, writer: 7 }],
        ['JobMinted', { jobId: word(2), minter: owner, first: 2n, count: 1n }],
        ['TransferSingle', { to: stranger(1) }],
      ])
      expect(await copies.read('marks', [owner])).toEqual([7, BigInt(foldTrail(known, word(2)))])
      expect(await copies.read('marks', [other])).toEqual([0, 0n])
      expect(await refused(copies, 3, noFence)).toBe('AnotherWriter(7)')
      // A call that is no entry says nothing of trails; another minter has a mark of its own.
      await copies.write(owner, 'mintBatch', batch(3, fence({ expected: 7, writer: 7 })))
      await copies.write(other, 'mintBatch', batch(4, noFence))
      expect(await copies.read('marks', [other])).toEqual([0, BigInt(foldTrail(noTrail, word(4)))])
    },
  },
  {
    title: 'the checks come in their order: the job, the writer, the history, what is replaced, all else',
    async run({ factory }) {
      const copies = await factory.create(2n)
      const { owner } = copies
      await copies.write(owner, 'mintBatch', batch(1, fence({ writer: 4 })))
      await copies.write(owner, 'mintBatch', batch(2, fence({ expected: 4, writer: 4 })))
      const replaced = [word(8), word(2)]
      expect(await refused(copies, 2, fence({ expected: 3, writer: 5, replaced }))).toBe('AlreadyMinted(2)')
      expect(await refused(copies, 3, fence({ expected: 3, writer: 5, replaced }))).toBe('AnotherWriter(4)')
      expect(await refused(copies, 3, fence({ expected: 4, writer: 5, replaced }))).toBe('AnotherHistory()')
      const [, trail] = await copies.read('marks', [owner])
      const enters = { expected: 4, writer: 5, trail: `0x${trail.toString(16)}` }
      expect(await refused(copies, 3, fence({ ...enters, replaced }))).toBe(`ReplacedWasMinted(${word(2)},2)`)
      expect(await refused(copies, 3, fence({ ...enters, replaced: [word(8)] }))).toBe('SupplyLimitReached(0)')
      // An entry whose mint is refused has not entered.
      expect(await copies.read('marks', [owner])).toEqual([4, trail])
    },
  },
  {
    title: 'a permission is used once by each holder, under any id, and is no job',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const { owner } = copies
      const payer = chain.accounts[2]
      for (const [place, { address }] of holders.entries())
        await copies.write(owner, 'mintBatch', batch(1 + place, noFence, address, 5n))
      const first = await permission(chain, copies, 0, word(30), stranger(2))
      await copies.write(payer, 'transferBySignature', first)
      expect(await copies.refusal(payer, 'transferBySignature', first)).toBe(
        `PermitUsed(${holders[0]?.address},${word(30)})`,
      )
      await copies.write(payer, 'transferBySignature', await permission(chain, copies, 1, word(30), stranger(2)))
      expect(await copies.read('balanceOf', [stranger(2), 1n])).toBe(2n)
      expect(await copies.read('jobs', [word(30)])).toBe(0n)
      await copies.write(owner, 'setTransferable', [false])
      const late = await permission(chain, copies, 0, word(31), stranger(2))
      expect(await copies.refusal(payer, 'transferBySignature', late)).toBe('NotTransferable()')
    },
  },
  {
    title: 'what holders move, burn or permit leaves marks, jobs and counters alone',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const [owner, holder, other] = chain.accounts
      await copies.write(owner, 'mintBatch', batch(1, fence({ writer: 4 }), holder, 9n))
      const look = () =>
        Promise.all([
          ...[owner, holder, other].map((one) => copies.read('marks', [one])),
          copies.read('minted'),
          copies.read('batchCount'),
          copies.read('token', [1n]),
        ])
      const before = await look()
      await copies.write(holder, 'safeTransferFrom', [holder, other, 1n, 2n, '0x'])
      await copies.write(holder, 'safeBatchTransferFrom', [holder, other, [1n], [2n], '0x'])
      await copies.write(holder, 'burn', [holder, 1n, 1n])
      await copies.write(other, 'burnBatch', [other, [1n], [1n]])
      await copies.write(holder, 'setApprovalForAll', [other, true])
      expect(await look()).toEqual(before)
    },
  },
  {
    title: 'while units cannot be given away nobody is approved, and approvals can be taken back',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const [owner, holder, other, third] = chain.accounts
      await copies.write(holder, 'setApprovalForAll', [other, true])
      await copies.write(owner, 'setTransferable', [false])
      expect(await copies.refusal(holder, 'setApprovalForAll', [third ?? owner, true])).toBe('NotTransferable()')
      await copies.write(holder, 'setApprovalForAll', [other, false])
      expect(await copies.read('isApprovedForAll', [holder, other])).toBe(false)
    },
  },
  {
    title:
      'no more units are minted than the collection and the token may have, burnt ones and a lowered limit included',
    async run({ chain, factory }) {
      const copies = await factory.create(5n)
      const [owner, holder] = chain.accounts
      const units = (job: number, amount: bigint) =>
        copies.refusal(owner, 'mintBatch', batch(job, noFence, holder, amount))
      await copies.write(owner, 'mintBatch', batch(1, noFence, holder, 3n))
      await copies.write(holder, 'burn', [holder, 1n, 2n])
      expect(await units(2, 3n)).toBe('SupplyLimitReached(2)')
      await copies.write(owner, 'setTokenLimit', [1n, 4n])
      expect(await units(2, 2n)).toBe('TokenLimitReached(0,1)')
      expect(await units(2, 1n)).toBe('done')
      expect(await copies.refusal(owner, 'setTokenLimit', [1n, 2n])).toBe('SupplyLimitBelowMinted(3)')
    },
  },
  {
    title: 'an id is one template for good, whoever defines it',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const [owner, other] = chain.accounts
      await copies.write(owner, 'grantRoles', [other, 1n])
      await copies.write(owner, 'defineTokens', [[defined(1n)]])
      await copies.write(other, 'defineTokens', [[defined(1n)]])
      expect(await copies.refusal(other, 'defineTokens', [[hosted(1n, 'x:')]])).toBe('TokenDefinedOtherwise(1)')
    },
  },
  {
    title: 'the URI prefix goes before the CIDs of metadata that is known by a digest, until the freeze',
    async run({ factory }) {
      const copies = await factory.create()
      const { owner } = copies
      await copies.write(owner, 'defineTokens', [[defined(1n, 0n, word(0xa)), hosted(2n, 'x:own')]])
      const uris = () => Promise.all([1n, 2n].map((id) => copies.read('uri', [id])))
      const raw = ipfsUri(word(0xa), 'raw')
      expect(await uris()).toEqual([raw, 'x:own'])
      expect(await copies.refusal(stranger(1), 'setURIPrefix', [web])).toBe('Unauthorized()')
      await copies.write(owner, 'setURIPrefix', [web])
      expect(await uris()).toEqual([raw.replace('ipfs://', web), 'x:own'])
      await copies.write(owner, 'setURIPrefix', [''])
      expect(await copies.read('uriPrefix')).toBe('ipfs://')
      await copies.write(owner, 'freeze', [])
      expect(await copies.refusal(owner, 'setURIPrefix', [web])).toBe('MetadataIsFrozen()')
    },
  },
  {
    title: 'the collection changes hands in two steps alone, and the minter goes on minting',
    async run({ chain, factory }) {
      const copies = await factory.create()
      const [owner, other] = chain.accounts
      expect(await copies.refusal(owner, 'transferOwnership', [other])).toBe('UseOwnershipHandover()')
      expect(await copies.refusal(owner, 'completeOwnershipHandover', [other])).toBe('NoHandoverRequest()')
      await copies.write(other, 'requestOwnershipHandover', [])
      await copies.write(owner, 'completeOwnershipHandover', [other])
      expect(await copies.read('owner')).toBe(other)
      expect(await copies.refusal(owner, 'setSupplyLimit', [1n])).toBe('Unauthorized()')
      expect(await copies.refusal(other, 'mintBatch', batch(1, noFence))).toBe('Unauthorized()')
      await copies.write(owner, 'mintBatch', batch(1, noFence))
      await copies.write(other, 'setSupplyLimit', [9n])
    },
  },
]
