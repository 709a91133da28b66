import { type Address, concatHex, encodeFunctionData, erc721Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { ipfsUri } from './bench.ts'
import { abi, noFence, uriBlock, word } from './collection.ts'
import type { Random } from './random.ts'

/** The functions of the test contract Reference721 that OpenZeppelin's ERC721 has not. */
const referenceAbi = parseAbi([
  'function mintAll(bytes32 job, address[] to, string[] uris, bool single)',
  'function setUris(uint256[] ids, string[] uris)',
  'function setFolder(uint256[] ids, string[] uris)',
])

/** The same deed in the words of the collection and of the reference. */
export interface Operation {
  name: string
  /** A receiver that can act. */
  actor: Address
  value: bigint
  data: Hex
  referenceData: Hex
  /** The ids it may have changed, besides those it minted. */
  ids: readonly bigint[]
  /** Minted together by this job, when it goes through. */
  batch: { job: Hex; kept: boolean } | null
}

/** What is remembered of the past, to choose what comes next; as it was before the group of operations under way. */
export interface World {
  minter: Address
  /** Who can do things. */
  actors: readonly Address[]
  /** Who can only be given tokens. */
  others: readonly Address[]
  price: bigint
  minted: number
  /** Jobs that were done. */
  jobs: Hex[]
  /** Jobs that were ever named. */
  named: number
  batches: { first: number; count: number }[]
  /** Who owns and who may move each token, as last seen. */
  owners: Map<bigint, Address>
  approved: Map<bigint, Address>
}

const burnAbi = parseAbi(['function burn(uint256 id)'])

/** A random operation: mostly sensible, often not. */
export function randomOperation(random: Random, world: World): Operation {
  const kind = random.int(1_000)
  if (kind < 30 || world.minted === 0) return mintOperation(random, world)
  if (kind < 50) return metadataOperation(random, world)
  if (kind < 60) return purchaseOperation(random, world)
  if (kind < 65) return banOperation(random, world)
  return holderOperation(random, world)
}

const anyone = (random: Random, { actors, others }: World) => random.pick(random.chance(4) ? others : actors)

const addresses = (random: Random, world: World, count: number) =>
  Array.from({ length: count }, () => (random.chance(1) ? zeroAddress : anyone(random, world)))

const anyId = (random: Random, { minted }: World) =>
  random.chance(4) ? random.pick([0n, BigInt(minted + 1), 2n ** 256n - 1n, 2n ** 160n]) : BigInt(1 + random.int(minted))

/** Everybody has coins enough, and the payee takes them. */
function purchaseOperation(random: Random, world: World): Operation {
  const quantity = BigInt(random.pick([0, 1, 1, 2, 3, 5]))
  const to = addresses(random, world, 1)[0] ?? zeroAddress
  const data = encodeFunctionData({ abi, functionName: 'purchase', args: [to, quantity] })
  const value = world.price * quantity + (random.chance(10) ? random.pick([1n, world.price]) : 0n)
  return { name: 'purchase', actor: random.pick(world.actors), value, data, referenceData: data, ids: [], batch: null }
}

/** Transfers are forbidden now and then, and soon allowed again. */
function banOperation(random: Random, { minter, actors }: World): Operation {
  const data = encodeFunctionData({ abi, functionName: 'setTransferable', args: [random.chance(70)] })
  const actor = random.chance(10) ? random.pick(actors) : minter
  return { name: 'setTransferable', actor, value: 0n, data, referenceData: data, ids: [], batch: null }
}

function mintOperation(random: Random, world: World): Operation {
  const { minter, actors, jobs } = world
  const again = jobs.length > 0 && random.chance(15)
  const job = again ? random.pick(jobs) : word(1_000 + world.named++)
  const digest = word(0xd1_0000 + world.named)
  const way = random.pick([
    'mintBatch',
    'mintBatchSorted',
    'mintBatchBase',
    'mintBatchUris',
    'mintBatchUrisSorted',
    'mint',
  ] as const)
  const sorted = way.endsWith('Sorted') || (way === 'mintBatchBase' && random.chance(50))
  const to = addresses(random, world, way === 'mint' ? 1 : 1 + random.int(12))
  if (sorted) to.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const recipients = concatHex(to)
  const hosted = to.map((_, i) => `https://example.com/${world.named}/${'n'.repeat(random.int(9))}${i}`)
  const files = to.map((_, i) => `${ipfsUri(digest, 'dag-pb')}/${i}.json`)
  const single = random.int(3)
  const block = uriBlock(hosted, random.pick(['', 'https://example.com/']))
  const [uris, data] = {
    mintBatch: () =>
      [
        files,
        encodeFunctionData({ abi, functionName: 'mintBatch', args: [job, noFence, digest, recipients] }),
      ] as const,
    mintBatchSorted: () =>
      [
        files,
        encodeFunctionData({ abi, functionName: 'mintBatchSorted', args: [job, noFence, digest, recipients] }),
      ] as const,
    mintBatchBase: () =>
      [
        [],
        encodeFunctionData({ abi, functionName: 'mintBatchBase', args: [job, noFence, digest, recipients, sorted] }),
      ] as const,
    mintBatchUris: () =>
      [
        hosted,
        encodeFunctionData({ abi, functionName: 'mintBatchUris', args: [job, noFence, recipients, block] }),
      ] as const,
    mintBatchUrisSorted: () =>
      [
        hosted,
        encodeFunctionData({ abi, functionName: 'mintBatchUrisSorted', args: [job, noFence, recipients, block] }),
      ] as const,
    mint: () => {
      const [given, uri] = [single === 0 ? digest : word(0), single === 1 ? (hosted[0] ?? '') : '']
      const args = [job, noFence, to[0] ?? zeroAddress, given, uri] as const
      const uris = [[ipfsUri(digest, 'raw')], hosted, []][single] ?? []
      return [uris, encodeFunctionData({ abi, functionName: 'mint', args })] as const
    },
  }[way]()
  return {
    name: way,
    actor: random.chance(5) ? random.pick(actors) : minter,
    value: 0n,
    data,
    referenceData: encodeFunctionData({
      abi: referenceAbi,
      functionName: 'mintAll',
      args: [job, to, uris, way === 'mint'],
    }),
    ids: [],
    batch: { job, kept: way !== 'mint' },
  }
}

function metadataOperation(random: Random, world: World): Operation {
  const { minter, actors, batches } = world
  const digest = word(0xe0_0000 + random.int(1_000_000))
  const ids = Array.from({ length: 1 + random.int(3) }, () => anyId(random, world))
  const index = random.int(batches.length + 1)
  const batch = batches[index]
  const kind = random.pick(['setTokenURI', 'setTokenDigests', 'setBatchFolder'] as const)
  const made = (name: string, changed: readonly bigint[], data: Hex, referenceData: Hex): Operation => ({
    name,
    actor: random.chance(10) ? random.pick(actors) : minter,
    value: 0n,
    data,
    referenceData,
    ids: changed,
    batch: null,
  })
  if (kind === 'setBatchFolder' && batch !== undefined) {
    const places = Array.from({ length: batch.count }, (_, place) => place)
    const changed = places.map((place) => BigInt(batch.first + place))
    const uris = places.map((place) => `${ipfsUri(digest, 'dag-pb')}/${place}.json`)
    return made(
      kind,
      changed,
      encodeFunctionData({ abi, functionName: kind, args: [BigInt(index), digest] }),
      encodeFunctionData({ abi: referenceAbi, functionName: 'setFolder', args: [changed, uris] }),
    )
  }
  if (kind === 'setTokenDigests') {
    const uris = ids.map(() => ipfsUri(digest, 'raw'))
    return made(
      kind,
      ids,
      encodeFunctionData({ abi, functionName: kind, args: [ids, ids.map(() => digest)] }),
      encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [ids, uris] }),
    )
  }
  const [id = 0n] = ids
  const uri = `data:,${'u'.repeat(random.int(80))}`
  return made(
    'setTokenURI',
    [id],
    encodeFunctionData({ abi, functionName: 'setTokenURI', args: [id, uri] }),
    encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [[id], [uri]] }),
  )
}

/** What holders do, in the words of ERC-721, which both contracts understand. */
function holderOperation(random: Random, world: World): Operation {
  const { actors, owners, approved } = world
  const id = anyId(random, world)
  const owner = owners.get(id) ?? random.pick(actors)
  const from = random.chance(93) ? owner : anyone(random, world)
  const to = random.chance(2) ? zeroAddress : anyone(random, world)
  const sender = random.chance(70) ? owner : random.chance(50) ? (approved.get(id) ?? owner) : random.pick(actors)
  // Who only holds cannot act; somebody else tries.
  const actor = actors.includes(sender) ? sender : random.pick(actors)
  const made = (name: string, data: Hex): Operation => ({
    name,
    actor,
    value: 0n,
    data,
    referenceData: data,
    ids: [id],
    batch: null,
  })
  const kind = random.int(100)
  if (kind < 30)
    return made(
      'transferFrom',
      encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args: [from, to, id] }),
    )
  if (kind < 55) {
    return made(
      'safeTransferFrom',
      encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, to, id] }),
    )
  }
  if (kind < 65) {
    const args = [from, to, id, '0xc0ffee'] as const
    return made(
      'safeTransferFrom with data',
      encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args }),
    )
  }
  if (kind < 85) return made('approve', encodeFunctionData({ abi: erc721Abi, functionName: 'approve', args: [to, id] }))
  if (kind < 95) {
    const args = [to, random.chance(40)] as const
    return made('setApprovalForAll', encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args }))
  }
  return made('burn', encodeFunctionData({ abi: burnAbi, functionName: 'burn', args: [id] }))
}
