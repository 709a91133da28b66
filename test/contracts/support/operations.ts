import { type Address, concatHex, encodeFunctionData, erc721Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { ipfsUri } from './bench.ts'
import { abi, uriBlock, word } from './collection.ts'
import type { Random } from './random.ts'

/** The functions of the test contract Reference721 that OpenZeppelin's ERC721 has not. */
export const referenceAbi = parseAbi([
  'function mintAll(bytes32 job, address[] to, string[] uris)',
  'function setUris(uint256[] ids, string[] uris)',
  'function setFolder(uint256[] ids, string[] uris)',
])

/** The same deed in the words of the collection and of the reference. */
export interface Operation {
  name: string
  from: Address
  data: Hex
  referenceData: Hex
  /** The ids it may have changed. */
  ids: readonly bigint[]
  /** The accounts whose balances it may have changed. */
  accounts: readonly Address[]
  /** What else is to be remembered once it is done. */
  done(): void
}

/** What is remembered of the past, to choose what comes next. */
export interface World {
  minter: Address
  users: readonly Address[]
  minted: number
  jobs: Hex[]
  batches: { first: number; count: number }[]
  /** Who owns and who may move each token, as last seen. */
  owners: Map<bigint, Address>
  approved: Map<bigint, Address>
  /** Ids with metadata of their own, which a batch's folder does not replace. */
  own: Set<number>
}

const burnAbi = parseAbi(['function burn(uint256 id)'])

/** A random operation: mostly sensible, often not. */
export function randomOperation(random: Random, world: World): Operation {
  const kind = random.int(100)
  if (kind < 3 || world.minted === 0) return mintOperation(random, world)
  if (kind < 6) return metadataOperation(random, world)
  return holderOperation(random, world)
}

const addresses = (random: Random, { users }: World, count: number) =>
  Array.from({ length: count }, () => (random.chance(1) ? zeroAddress : random.pick(users)))

const anyId = (random: Random, { minted }: World) =>
  random.chance(4) ? random.pick([0n, BigInt(minted + 1), 2n ** 256n - 1n, 2n ** 160n]) : BigInt(1 + random.int(minted))

function mintOperation(random: Random, world: World): Operation {
  const { minter, users, jobs, batches, own } = world
  const from = random.chance(5) ? random.pick(users) : minter
  const job = jobs.length > 0 && random.chance(15) ? random.pick(jobs) : word(1_000 + jobs.length)
  const digest = word(0xd1_0000 + jobs.length)
  const way = random.pick(['mintBatch', 'mintBatchSorted', 'mintBatchUris', 'mintBatchUrisSorted', 'mint'] as const)
  const to = addresses(random, world, way === 'mint' ? 1 : 1 + random.int(12))
  if (way.endsWith('Sorted')) to.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const recipients = concatHex(to)
  const hosted = to.map((_, i) => `https://example.com/${jobs.length}/${'n'.repeat(random.int(9))}${i}`)
  const files = to.map((_, i) => `${ipfsUri(digest, 'dag-pb')}/${i}.json`)
  const single = random.chance(50)
  const block = uriBlock(hosted, random.pick(['', 'https://example.com/']))
  const [uris, data] = {
    mintBatch: () =>
      [files, encodeFunctionData({ abi, functionName: 'mintBatch', args: [job, digest, recipients] })] as const,
    mintBatchSorted: () =>
      [files, encodeFunctionData({ abi, functionName: 'mintBatchSorted', args: [job, digest, recipients] })] as const,
    mintBatchUris: () =>
      [hosted, encodeFunctionData({ abi, functionName: 'mintBatchUris', args: [job, recipients, block] })] as const,
    mintBatchUrisSorted: () =>
      [
        hosted,
        encodeFunctionData({ abi, functionName: 'mintBatchUrisSorted', args: [job, recipients, block] }),
      ] as const,
    mint: () => {
      const args = [job, to[0] ?? zeroAddress, single ? digest : word(0), single ? '' : (hosted[0] ?? '')] as const
      const uri = single ? [ipfsUri(digest, 'raw')] : hosted
      return [uri, encodeFunctionData({ abi, functionName: 'mint', args })] as const
    },
  }[way]()
  const first = world.minted + 1
  return {
    name: way,
    from,
    data,
    referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'mintAll', args: [job, to, uris] }),
    ids: to.map((_, i) => BigInt(first + i)),
    accounts: to,
    done: () => {
      jobs.push(job)
      world.minted += to.length
      if (way === 'mint') own.add(first)
      else batches.push({ first, count: to.length })
    },
  }
}

function metadataOperation(random: Random, world: World): Operation {
  const { minter, users, batches, own } = world
  const from = random.chance(10) ? random.pick(users) : minter
  const digest = word(0xe0_0000 + random.int(1_000_000))
  const ids = Array.from({ length: 1 + random.int(3) }, () => anyId(random, world))
  const index = random.int(batches.length + 1)
  const batch = batches[index]
  const remember = (changed: readonly bigint[]) => () => {
    for (const id of changed) own.add(Number(id))
  }
  const kind = random.pick(['setTokenURI', 'setTokenDigests', 'setBatchFolder'] as const)
  if (kind === 'setBatchFolder' && batch !== undefined) {
    const places = Array.from({ length: batch.count }, (_, place) => place).filter(
      (place) => !own.has(batch.first + place),
    )
    const changed = places.map((place) => BigInt(batch.first + place))
    const uris = places.map((place) => `${ipfsUri(digest, 'dag-pb')}/${place}.json`)
    return {
      name: kind,
      from,
      data: encodeFunctionData({ abi, functionName: kind, args: [BigInt(index), digest] }),
      referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setFolder', args: [changed, uris] }),
      ids: changed,
      accounts: [],
      done: () => undefined,
    }
  }
  if (kind === 'setTokenDigests') {
    const uris = ids.map(() => ipfsUri(digest, 'raw'))
    return {
      name: kind,
      from,
      data: encodeFunctionData({ abi, functionName: kind, args: [ids, ids.map(() => digest)] }),
      referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [ids, uris] }),
      ids,
      accounts: [],
      done: remember(ids),
    }
  }
  const [id] = ids as [bigint]
  const uri = `data:,${'u'.repeat(random.int(80))}`
  return {
    name: 'setTokenURI',
    from,
    data: encodeFunctionData({ abi, functionName: 'setTokenURI', args: [id, uri] }),
    referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [[id], [uri]] }),
    ids: [id],
    accounts: [],
    done: remember([id]),
  }
}

/** What holders do, in the words of ERC-721, which both contracts understand. */
function holderOperation(random: Random, world: World): Operation {
  const { users, owners, approved } = world
  const id = anyId(random, world)
  const owner = owners.get(id) ?? random.pick(users)
  const from = random.chance(93) ? owner : random.pick(users)
  const to = random.chance(2) ? zeroAddress : random.pick(users)
  const sender = random.chance(70) ? owner : random.chance(50) ? (approved.get(id) ?? owner) : random.pick(users)
  const made = (name: string, data: Hex): Operation => ({
    name,
    from: sender,
    data,
    referenceData: data,
    ids: [id],
    accounts: [from, owner, to],
    done: () => undefined,
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
  if (kind < 93) {
    const args = [to, random.chance(40)] as const
    return made('setApprovalForAll', encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args }))
  }
  return made('burn', encodeFunctionData({ abi: burnAbi, functionName: 'burn', args: [id] }))
}
