import { type Address, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { copiesChecks } from './checks/copies.ts'
import { compileTestSource, ipfsUri } from './support/bench.ts'
import { type Chain, startChain } from './support/chain.ts'
import { noFence, stranger, word } from './support/collection.ts'
import {
  abi,
  type Copies,
  copiesAt,
  copiesFactory,
  defined,
  eventsOf,
  facts,
  hosted,
  packed,
} from './support/copies.ts'

const nobody: Address = zeroAddress
const folder = word(0xf0)
const manners = [
  'accept',
  'wrong-answer',
  'revert-with-reason',
  'revert-silently',
  'send-on',
  'burn',
  'bounce-to-self',
  'use-all-gas',
  'long-answer',
  'short-answer',
] as const
const friend = stranger(77)

let chain: Chain
let factory: Awaited<ReturnType<typeof copiesFactory>>
let jobs = 0
beforeAll(async () => {
  chain = await startChain()
  factory = await copiesFactory(chain)
})
afterAll(() => chain?.close())

const actorArtifact = () => compileTestSource('Actors1155.sol')('Actor')
let artifact: ReturnType<typeof actorArtifact> | undefined
async function actor(manner: (typeof manners)[number]): Promise<Address> {
  artifact ??= actorArtifact()
  const args = encodeAbiParameters([{ type: 'uint8' }, { type: 'address' }], [manners.indexOf(manner), friend])
  const bytecode: Hex = `${artifact.bytecode}${args.slice(2)}`
  return await chain.deploy({ abi: artifact.abi.filter(({ type }) => type !== 'constructor'), bytecode })
}

const newJob = () => word(0x10_0000 + jobs++)
const mint = (copies: Copies, to: Address, id: bigint, amount: bigint) =>
  copies.write(copies.owner, 'mintBatch', [newJob(), noFence, folder, packed([{ to, id, amount }]), [defined(id)]])

describe('minting', () => {
  it('gives each recipient the units of its item, in order, with an event each, and defines what is new', async () => {
    const copies = await factory.create()
    const items = [
      { to: stranger(1), id: 5n, amount: 3n },
      { to: stranger(2), id: 7n, amount: 1n },
      { to: stranger(1), id: 5n, amount: 2n ** 40n - 1n },
      { to: stranger(3), id: 2n ** 52n - 1n, amount: 9n },
    ]
    const definitions = [defined(5n), hosted(7n, 'https://example.com/7'), defined(2n ** 52n - 1n, 9n)]
    const receipt = await copies.write(copies.owner, 'mintBatch', [
      word(1),
      noFence,
      folder,
      packed(items),
      definitions,
    ])
    const events = eventsOf(receipt)
    expect(events.flatMap((event) => (event.eventName === 'TransferSingle' ? [event.args] : []))).toEqual(
      items.map(({ to, id, amount }) => ({ operator: copies.owner, from: nobody, to, id, amount })),
    )
    expect(events.flatMap((event) => (event.eventName === 'URI' ? [event.args] : []))).toEqual([
      { value: ipfsUri(word(0xd1_0005), 'raw'), id: 5n },
      { value: 'https://example.com/7', id: 7n },
      { value: await copies.read('uri', [2n ** 52n - 1n]), id: 2n ** 52n - 1n },
    ])
    expect(events.find(({ eventName }) => eventName === 'JobMinted')?.args).toEqual({
      jobId: word(1),
      minter: copies.owner,
      first: 1n,
      count: 4n,
    })
    const accounts = [stranger(1), stranger(2), stranger(3), stranger(3)]
    expect(await copies.read('balanceOfBatch', [accounts, [5n, 7n, 2n ** 52n - 1n, 5n]])).toEqual([
      2n ** 40n + 2n,
      1n,
      9n,
      0n,
    ])
    expect(await copies.read('minted')).toBe(2n ** 40n + 12n)
    expect(await copies.read('token', [2n ** 52n - 1n])).toEqual([true, 9n, 9n])
    expect(await copies.read('token', [6n])).toEqual([false, 0n, 0n])
    expect(await copies.readRefusal('uri', [6n])).toBe('TokenDoesNotExist()')
  })

  it('does a job once, and its batches can be read back', async () => {
    const copies = await factory.create()
    const items = packed([{ to: stranger(1), id: 1n, amount: 1n }])
    await copies.write(copies.owner, 'mintBatch', [word(8), noFence, folder, items, [defined(1n)]])
    await copies.write(copies.owner, 'mintBatch', [word(9), noFence, word(0xf1), items, []])
    const again = [word(9), noFence, folder, packed([{ to: stranger(4), id: 2n, amount: 7n }]), [defined(2n)]] as const
    expect(await copies.refusal(copies.owner, 'mintBatch', again)).toBe('AlreadyMinted(2)')
    expect(await copies.read('jobs', [word(8)])).toBe(1n)
    expect(await copies.read('jobs', [word(10)])).toBe(0n)
    expect(await copies.read('batchCount')).toBe(2n)
    const head = BigInt((await chain.rpc('eth_blockNumber', [])) as Hex)
    expect(await copies.read('batch', [1n])).toEqual({
      jobId: word(9),
      tagsFolder: word(0xf1),
      blockNumber: head,
      count: 1n,
    })
    expect(await copies.readRefusal('batch', [2n])).toBe('BatchDoesNotExist()')
  })

  it('refuses what is not a batch, and names the place of an item that is wrong', async () => {
    const copies = await factory.create()
    const { owner } = copies
    const good = { to: stranger(1), id: 1n, amount: 1n }
    const refusal = (items: Hex, definitions = [defined(1n)], tags: Hex = folder) =>
      copies.refusal(owner, 'mintBatch', [word(1), noFence, tags, items, definitions])
    expect(await refusal('0x')).toBe('InvalidItems()')
    expect(await refusal(`${packed([good])}00`)).toBe('InvalidItems()')
    expect(await refusal(packed(Array.from({ length: 1_001 }, () => good)))).toBe('InvalidItems()')
    expect(await refusal(packed([good]), [defined(1n)], word(0))).toBe('InvalidMetadata()')
    expect(await refusal(packed([good, { ...good, to: nobody }]))).toBe('InvalidItem(1)')
    expect(await refusal(packed([good, good, { ...good, amount: 0n }]))).toBe('InvalidItem(2)')
    expect(await refusal(packed([{ ...good, id: 2n }]))).toBe('InvalidItem(0)')
    expect(await refusal(packed([good]), [defined(0n)])).toBe('InvalidTokenId()')
    expect(await refusal(packed([good]), [defined(2n ** 56n)])).toBe('InvalidTokenId()')
    expect(await refusal(packed([good]), [defined(1n, 2n ** 48n)])).toBe('SupplyLimitTooHigh()')
    expect(await refusal(packed([good]), [defined(1n, 0n, word(0))])).toBe('InvalidMetadata()')
    expect(await refusal(packed([good]), [{ ...defined(1n), uri: 'data:,' }])).toBe('InvalidMetadata()')
    expect(await copies.read('minted')).toBe(0n)
    expect(await copies.refusal(stranger(9), 'mintBatch', [word(1), noFence, folder, packed([good]), []])).toBe(
      'Unauthorized()',
    )
    expect(await copies.refusal(stranger(9), 'defineTokens', [[defined(1n)]])).toBe('Unauthorized()')
  })

  it('keeps to the limits of the collection and of each token, which can be changed down to what is minted', async () => {
    const copies = await factory.create(10n)
    const { owner } = copies
    const batch = (id: bigint, ...amounts: bigint[]) =>
      packed(amounts.map((amount) => ({ to: stranger(1), id, amount })))
    await copies.write(owner, 'mintBatch', [word(1), noFence, folder, batch(1n, 2n, 3n), [defined(1n, 6n)]])
    expect(await copies.refusal(owner, 'mintBatch', [word(2), noFence, folder, batch(1n, 1n, 1n), []])).toBe(
      'TokenLimitReached(1,0)',
    )
    expect(await copies.refusal(owner, 'mintBatch', [word(2), noFence, folder, batch(2n, 4n, 2n), [defined(2n)]])).toBe(
      'SupplyLimitReached(5)',
    )
    expect(await copies.refusal(owner, 'setTokenLimit', [1n, 4n])).toBe('SupplyLimitBelowMinted(5)')
    expect(await copies.refusal(owner, 'setTokenLimit', [3n, 4n])).toBe('TokenDoesNotExist()')
    expect(await copies.refusal(owner, 'setTokenLimit', [1n, 2n ** 48n])).toBe('SupplyLimitTooHigh()')
    expect(await copies.refusal(stranger(1), 'setTokenLimit', [1n, 9n])).toBe('Unauthorized()')
    expect(await copies.refusal(owner, 'setSupplyLimit', [4n])).toBe('SupplyLimitBelowMinted(5)')
    expect(await copies.refusal(owner, 'setSupplyLimit', [2n ** 48n])).toBe('SupplyLimitTooHigh()')
    expect(await copies.refusal(stranger(1), 'setSupplyLimit', [9n])).toBe('Unauthorized()')
    await copies.write(owner, 'setTokenLimit', [1n, 7n])
    await copies.write(owner, 'mintBatch', [word(2), noFence, folder, batch(1n, 1n, 1n), []])
    await copies.write(owner, 'setSupplyLimit', [0n])
    await copies.write(owner, 'setTokenLimit', [1n, 0n])
    await copies.write(owner, 'mintBatch', [word(3), noFence, folder, batch(1n, 1_000_000n), []])
    expect(await copies.read('token', [1n])).toEqual([true, 1_000_007n, 0n])
  })

  it('leaves a token as it is when a batch defines it again, and refuses to make another template of it', async () => {
    const copies = await factory.create()
    const { owner } = copies
    await copies.write(owner, 'defineTokens', [[defined(1n, 5n, word(0xa)), hosted(2n, 'data:,2')]])
    const items = packed([{ to: stranger(1), id: 1n, amount: 1n }])
    await copies.write(owner, 'mintBatch', [word(1), noFence, folder, items, [defined(1n, 9n, word(0xa))]])
    expect(await copies.read('uri', [1n])).toBe(ipfsUri(word(0xa), 'raw'))
    expect(await copies.read('token', [1n])).toEqual([true, 1n, 5n])
    const others = [defined(1n, 5n, word(0xb)), hosted(1n, 'data:,1'), hosted(2n, 'data:,3'), defined(2n)]
    for (const other of others) {
      expect(await copies.refusal(owner, 'mintBatch', [word(2), noFence, folder, items, [other]])).toBe(
        `TokenDefinedOtherwise(${other.id})`,
      )
      expect(await copies.refusal(owner, 'defineTokens', [[other]])).toBe(`TokenDefinedOtherwise(${other.id})`)
    }
    // A change of its metadata or its limit makes no other template of it.
    await copies.write(owner, 'setTokenURI', [1n, 'data:,changed'])
    await copies.write(owner, 'setTokenLimit', [1n, 7n])
    await copies.write(owner, 'mintBatch', [word(3), noFence, folder, items, [defined(1n, 5n, word(0xa))]])
    expect(await copies.read('uri', [1n])).toBe('data:,changed')
    expect(await copies.read('token', [1n])).toEqual([true, 2n, 7n])
    expect(await copies.refusal(owner, 'defineTokens', [[hosted(1n, 'data:,changed')]])).toBe(
      'TokenDefinedOtherwise(1)',
    )
  })
})

describe('recipients that are contracts', () => {
  const place1 = async (to: Address) => {
    const items = [
      { to: stranger(1), id: 1n, amount: 1n },
      { to, id: 1n, amount: 2n },
      { to: stranger(2), id: 1n, amount: 3n },
    ]
    return [newJob(), noFence, folder, packed(items), [defined(1n)]] as const
  }

  for (const manner of [
    'wrong-answer',
    'revert-with-reason',
    'revert-silently',
    'use-all-gas',
    'short-answer',
  ] as const)
    it(`that refuse by "${manner}" fell the batch, which says whose place it was`, async () => {
      const copies = await factory.create()
      const to = await actor(manner)
      const call = await place1(to)
      expect(await copies.refusal(copies.owner, 'mintBatch', call)).toBe(`RecipientRefused(1,${to})`)
      expect(await copies.read('jobs', [call[0]])).toBe(0n)
    })

  it('are refused when they know nothing of tokens', async () => {
    const copies = await factory.create()
    const call = await place1(factory.implementation)
    expect(await copies.refusal(copies.owner, 'mintBatch', call)).toBe(`RecipientRefused(1,${factory.implementation})`)
  })

  for (const [manner, kept] of [
    ['accept', 2n],
    ['send-on', 0n],
    ['burn', 0n],
    ['bounce-to-self', 2n],
    ['long-answer', 2n],
  ] as const)
    it(`may do with what they get as they like: "${manner}"; the others get theirs once`, async () => {
      const copies = await factory.create()
      const to = await actor(manner)
      await copies.write(copies.owner, 'mintBatch', await place1(to))
      const accounts = [stranger(1), to, stranger(2)]
      expect(await copies.read('balanceOfBatch', [accounts, [1n, 1n, 1n]])).toEqual([1n, kept, 3n])
      expect(await copies.read('minted')).toBe(6n)
      expect(await copies.read('token', [1n])).toEqual([true, 6n, 0n])
    })

  it('never refuse for want of gas that the sender did not give', async () => {
    const copies = await factory.create()
    const call = await place1(await actor('accept'))
    expect(await copies.refusal(copies.owner, 'mintBatch', call, 500_000)).toBe('NotEnoughGas()')
  })
})

describe('metadata', () => {
  it('changes for tokens that exist, with the event of ERC-1155, until it is frozen', async () => {
    const copies = await factory.create()
    const { owner } = copies
    await mint(copies, stranger(1), 1n, 1n)
    await copies.write(owner, 'defineTokens', [[hosted(2n, 'https://example.com/a')]])
    const receipt = await copies.write(owner, 'setTokenDigests', [
      [1n, 2n],
      [word(0xaa), word(0xbb)],
    ])
    expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
      ['URI', { value: ipfsUri(word(0xaa), 'raw'), id: 1n }],
      ['URI', { value: ipfsUri(word(0xbb), 'raw'), id: 2n }],
    ])
    expect(await copies.read('uri', [2n])).toBe(ipfsUri(word(0xbb), 'raw'))
    const second = await copies.write(owner, 'setTokenURI', [1n, 'https://example.com/b'])
    expect(eventsOf(second)[0]?.args).toEqual({ value: 'https://example.com/b', id: 1n })
    expect(await copies.read('uri', [1n])).toBe('https://example.com/b')
    expect(await copies.refusal(owner, 'setTokenURI', [3n, 'data:,'])).toBe('TokenDoesNotExist()')
    expect(await copies.refusal(owner, 'setTokenDigests', [[3n], [word(1)]])).toBe('TokenDoesNotExist()')
    expect(await copies.refusal(owner, 'setTokenURI', [1n, ''])).toBe('InvalidMetadata()')
    expect(await copies.refusal(owner, 'setTokenDigests', [[1n], [word(0)]])).toBe('InvalidMetadata()')
    expect(await copies.refusal(owner, 'setTokenDigests', [[1n], []])).toBe('LengthsDiffer()')
    expect(await copies.refusal(stranger(1), 'setTokenURI', [1n, 'data:,'])).toBe('Unauthorized()')
    expect(await copies.refusal(stranger(1), 'setTokenDigests', [[1n], [word(1)]])).toBe('Unauthorized()')
    expect(await copies.refusal(stranger(1), 'freeze', [])).toBe('Unauthorized()')
    await copies.write(owner, 'freeze', [])
    expect(await copies.read('frozen')).toBe(true)
    for (const refusal of [
      copies.refusal(owner, 'setTokenURI', [1n, 'data:,']),
      copies.refusal(owner, 'setTokenDigests', [[1n], [word(1)]]),
      copies.refusal(owner, 'setBaseURI', ['data:,']),
      copies.refusal(owner, 'freeze', []),
    ])
      expect(await refusal).toBe('MetadataIsFrozen()')
    await mint(copies, stranger(1), 4n, 1n)
  })

  it('lies under the base URI where a token has none of its own', async () => {
    const copies = await factory.create()
    const { owner } = copies
    await copies.write(owner, 'setBaseURI', ['https://example.com/copies'])
    await copies.write(owner, 'defineTokens', [[defined(12n, 0n, word(0))]])
    expect(await copies.read('uri', [12n])).toBe('https://example.com/copies/12')
    expect(await copies.refusal(stranger(1), 'setBaseURI', ['data:,'])).toBe('Unauthorized()')
  })

  it('of the collection, royalties and interfaces are told', async () => {
    const copies = await factory.create(12n)
    const { owner } = copies
    expect(await copies.read('name')).toBe('Harvest')
    expect(await copies.read('symbol')).toBe('HRV')
    expect(await copies.read('contractURI')).toBe('ipfs://harvest')
    expect(await copies.read('supplyLimit')).toBe(12n)
    await copies.write(owner, 'setContractURI', ['ipfs://other'])
    expect(await copies.read('contractURI')).toBe('ipfs://other')
    expect(await copies.refusal(stranger(1), 'setContractURI', ['ipfs://mine'])).toBe('Unauthorized()')
    expect(await copies.read('royaltyInfo', [1n, 10_000n])).toEqual([nobody, 0n])
    await copies.write(owner, 'setDefaultRoyalty', [stranger(5), 250n])
    expect(await copies.read('royaltyInfo', [1n, 10_000n])).toEqual([stranger(5), 250n])
    await copies.write(owner, 'setDefaultRoyalty', [nobody, 0n])
    expect(await copies.read('royaltyInfo', [1n, 10_000n])).toEqual([nobody, 0n])
    expect(await copies.refusal(stranger(1), 'setDefaultRoyalty', [stranger(1), 100n])).toBe('Unauthorized()')
    const ids: [Hex, boolean][] = [
      ['0x01ffc9a7', true],
      ['0xd9b67a26', true],
      ['0x0e89341c', true],
      ['0x2a55205a', true],
      ['0x80ac58cd', false],
      ['0xffffffff', false],
    ]
    for (const [id, supported] of ids) expect(await copies.read('supportsInterface', [id]), id).toBe(supported)
  })
})

describe('holders', () => {
  it('burn what they hold, themselves or by an operator; nobody else does', async () => {
    const copies = await factory.create()
    const [holder, operator] = [chain.accounts[1], chain.accounts[2]]
    await mint(copies, holder, 1n, 5n)
    await mint(copies, holder, 2n, 5n)
    await copies.write(holder, 'burn', [holder, 1n, 2n])
    expect(await copies.refusal(operator, 'burn', [holder, 1n, 1n])).toBe('NotOwnerNorApproved()')
    expect(await copies.refusal(copies.owner, 'burnBatch', [holder, [1n], [1n]])).toBe('NotOwnerNorApproved()')
    expect(await copies.refusal(holder, 'burn', [holder, 1n, 4n])).toBe('InsufficientBalance()')
    await copies.write(holder, 'setApprovalForAll', [operator, true])
    const receipt = await copies.write(operator, 'burnBatch', [holder, [1n, 2n], [3n, 1n]])
    expect(eventsOf(receipt)[0]?.args).toEqual({ operator, from: holder, to: nobody, ids: [1n, 2n], amounts: [3n, 1n] })
    expect(
      await copies.read('balanceOfBatch', [
        [holder, holder],
        [1n, 2n],
      ]),
    ).toEqual([0n, 4n])
    expect(await copies.read('minted')).toBe(10n)
  })

  it('cannot send or approve while the collection is not transferable; minting and burning go on', async () => {
    const copies = await factory.create()
    const [holder, other] = [chain.accounts[1], chain.accounts[2]]
    await mint(copies, holder, 1n, 5n)
    expect(await copies.read('transferable')).toBe(true)
    expect(await copies.refusal(holder, 'setTransferable', [false])).toBe('Unauthorized()')
    await copies.write(copies.owner, 'setTransferable', [false])
    expect(await copies.read('transferable')).toBe(false)
    expect(await copies.refusal(holder, 'safeTransferFrom', [holder, other, 1n, 1n, '0x'])).toBe('NotTransferable()')
    expect(await copies.refusal(holder, 'safeBatchTransferFrom', [holder, other, [1n], [1n], '0x'])).toBe(
      'NotTransferable()',
    )
    expect(await copies.refusal(holder, 'setApprovalForAll', [other, true])).toBe('NotTransferable()')
    await copies.write(holder, 'setApprovalForAll', [other, false])
    await copies.write(holder, 'burn', [holder, 1n, 1n])
    await mint(copies, holder, 1n, 1n)
    await copies.write(copies.owner, 'setTransferable', [true])
    await copies.write(holder, 'safeTransferFrom', [holder, other, 1n, 5n, '0x'])
    expect(await copies.read('balanceOf', [other, 1n])).toBe(5n)
  })
})

describe('signed permissions', () => {
  const holder = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  const other = stranger(8)
  const types = {
    Transfer: [
      { name: 'permit', type: 'bytes32' },
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'id', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
    ],
  } as const
  const signed = async (copies: Copies, permit: Hex, to: Address, amount: bigint) => {
    const chainId = Number(await chain.rpc('eth_chainId', []))
    const domain = { name: 'Mintdesk Collection', version: '1', chainId, verifyingContract: copies.address }
    const message = { permit, from: holder.address, to, id: 1n, amount }
    const signature = await holder.signTypedData({ domain, types, primaryType: 'Transfer', message })
    return [permit, holder.address, to, 1n, amount, signature] as const
  }

  it('of a holder let anybody move or burn what it holds, once, and nothing else', async () => {
    const copies = await factory.create()
    const payer = chain.accounts[2]
    await mint(copies, holder.address, 1n, 10n)
    const move = await signed(copies, word(21), other, 3n)
    await copies.write(payer, 'transferBySignature', move)
    expect(await copies.refusal(payer, 'transferBySignature', move)).toBe(`PermitUsed(${holder.address},${word(21)})`)
    const burn = await signed(copies, word(22), nobody, 4n)
    const [permit, from, to, id, , signature] = burn
    expect(await copies.refusal(payer, 'transferBySignature', [permit, from, to, id, 5n, signature])).toBe(
      'InvalidSignature()',
    )
    expect(await copies.refusal(payer, 'transferBySignature', [permit, from, to, 2n, 4n, signature])).toBe(
      'InvalidSignature()',
    )
    expect(await copies.refusal(payer, 'transferBySignature', [word(23), from, to, id, 4n, signature])).toBe(
      'InvalidSignature()',
    )
    expect(await copies.refusal(payer, 'transferBySignature', [permit, nobody, to, id, 4n, signature])).toBe(
      'NotOwnerNorApproved()',
    )
    await copies.write(copies.owner, 'setTransferable', [false])
    const late = await signed(copies, word(24), other, 1n)
    expect(await copies.refusal(payer, 'transferBySignature', late)).toBe('NotTransferable()')
    await copies.write(payer, 'transferBySignature', burn)
    expect(
      await copies.read('balanceOfBatch', [
        [holder.address, other],
        [1n, 1n],
      ]),
    ).toEqual([3n, 3n])
    // Permissions have nothing to do with jobs.
    expect(await copies.read('jobs', [word(22)])).toBe(0n)
    await mint(copies, other, 1n, 1n)
    const items = packed([{ to: other, id: 1n, amount: 1n }])
    await copies.write(copies.owner, 'mintBatch', [word(22), noFence, folder, items, []])
    expect(await copies.read('jobs', [word(22)])).toBe(3n)
    expect(await copies.refusal(payer, 'transferBySignature', await signed(copies, word(25), nobody, 4n))).toBe(
      'InsufficientBalance()',
    )
  })
})

describe('who may change what', () => {
  for (const { title, run } of copiesChecks) it(title, () => run({ chain, factory }))
})

describe('a clone', () => {
  it('is initialized once, and the implementation never', async () => {
    const copies = await factory.create()
    const implementation = copiesAt(chain, factory.implementation, copies.owner)
    const init = [facts(0n, stranger(1))] as const
    expect(await copies.refusal(stranger(1), 'initialize', init)).toBe('InvalidInitialization()')
    expect(await implementation.refusal(stranger(1), 'initialize', init)).toBe('InvalidInitialization()')
    await expect(factory.create(0n, nobody)).rejects.toThrow()
    await expect(factory.create(2n ** 48n)).rejects.toThrow()
    expect(abi).toBe(collection1155.abi)
  })
})
