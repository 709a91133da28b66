import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { ipfsUri } from './bench.ts'
import { noFence, word } from './collection.ts'
import { abi, type Definition, defined, hosted, type Item, packed } from './copies.ts'
import type { Random } from './random.ts'

const referenceAbi = parseAbi([
  'struct Definition { uint256 id; uint256 limit; string uri; }',
  'function mintAll(bytes32 job, address[] to, uint256[] ids, uint256[] amounts, Definition[] definitions)',
  'function setUris(uint256[] ids, string[] uris)',
  'function setLimit(uint256 id, uint256 limit)',
])

/** The same deed in the words of the collection and of the reference. */
export interface Operation {
  name: string
  actor: Address
  data: Hex
  referenceData: Hex
}

/** What is known of the past, to choose what comes next. */
export interface World {
  minter: Address
  /** Contracts that act, and plain addresses that only hold. */
  actors: readonly Address[]
  holders: readonly Address[]
  ids: readonly bigint[]
  jobs: Hex[]
  balance(holder: Address, id: bigint): bigint
}

/** A random operation: mostly sensible, often not. */
export function randomOperation(random: Random, world: World): Operation {
  const kind = random.int(100)
  if (kind < 20) return mint(random, world)
  if (kind < 28) return metadata(random, world)
  return holding(random, world)
}

function mint(random: Random, world: World): Operation {
  const actor = random.chance(95) ? world.minter : random.pick(world.actors)
  const items = Array.from(
    { length: random.int(6) },
    (): Item => ({
      to: random.chance(2) ? zeroAddress : random.pick(random.chance(90) ? world.holders : world.actors),
      id: random.pick(world.ids),
      amount: BigInt(random.chance(2) ? 0 : 1 + random.int(9)),
    }),
  )
  const named = random.chance(92) ? [...new Set(items.map(({ id }) => id))] : [random.pick(world.ids)]
  const definitions = named.map((id): Definition => {
    const limit = random.chance(15) ? BigInt(1 + random.int(2_000)) : 0n
    // A template has one definition, now and then two programs disagree.
    return (id % 3n === 0n) === random.chance(97) ? hosted(id, `https://example.com/${id}`, limit) : defined(id, limit)
  })
  const job = world.jobs.length > 0 && random.chance(8) ? random.pick(world.jobs) : word(1_000 + world.jobs.length)
  world.jobs.push(job)
  return {
    name: 'mintBatch',
    actor,
    data: encodeFunctionData({
      abi,
      functionName: 'mintBatch',
      args: [job, noFence, word(7), packed(items), definitions],
    }),
    referenceData: encodeFunctionData({
      abi: referenceAbi,
      functionName: 'mintAll',
      args: [
        job,
        items.map(({ to }) => to),
        items.map(({ id }) => id),
        items.map(({ amount }) => amount),
        definitions.map(({ id, limit, digest, uri }) => ({
          id,
          limit,
          uri: uri === '' ? ipfsUri(digest, 'raw') : uri,
        })),
      ],
    }),
  }
}

function metadata(random: Random, world: World): Operation {
  const actor = random.chance(92) ? world.minter : random.pick(world.actors)
  const id = random.pick(world.ids)
  if (random.chance(34)) {
    const args = [id, BigInt(random.chance(50) ? 0 : random.int(4_000))] as const
    return {
      name: 'setTokenLimit',
      actor,
      data: encodeFunctionData({ abi, functionName: 'setTokenLimit', args }),
      referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setLimit', args }),
    }
  }
  if (random.chance(50)) {
    const uri = `data:,${'u'.repeat(1 + random.int(80))}`
    return {
      name: 'setTokenURI',
      actor,
      data: encodeFunctionData({ abi, functionName: 'setTokenURI', args: [id, uri] }),
      referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [[id], [uri]] }),
    }
  }
  const ids = Array.from({ length: 1 + random.int(3) }, () => random.pick(world.ids))
  const digests = ids.map(() => word(0xe0_0000 + random.int(1_000_000)))
  const uris = digests.map((digest) => ipfsUri(digest, 'raw'))
  return {
    name: 'setTokenDigests',
    actor,
    data: encodeFunctionData({ abi, functionName: 'setTokenDigests', args: [ids, digests] }),
    referenceData: encodeFunctionData({ abi: referenceAbi, functionName: 'setUris', args: [ids, uris] }),
  }
}

/** What holders do, in the words of ERC-1155, which both contracts understand. */
function holding(random: Random, world: World): Operation {
  const { actors, holders, ids } = world
  const from = random.chance(2) ? zeroAddress : random.chance(90) ? random.pick(actors) : random.pick(holders)
  const actor = random.chance(75) && actors.includes(from) ? from : random.pick(actors)
  const to = random.chance(2) ? zeroAddress : random.pick(random.chance(30) ? holders : actors)
  const some = (id: bigint): bigint => {
    const held = world.balance(from, id)
    if (random.chance(5)) return random.pick([0n, held + 1n, 2n ** 256n - 1n])
    return held === 0n ? 0n : 1n + BigInt(random.int(Number(held > 6n ? 6n : held)))
  }
  const made = (name: string, data: Hex): Operation => ({ name, actor, data, referenceData: data })
  const data: Hex = random.chance(50) ? '0x' : concatHex(['0xc0ffee', word(random.int(9))])
  const kind = random.int(100)
  const id = random.pick(ids)
  if (kind < 40) {
    const args = [from, to, id, some(id), data] as const
    return made('safeTransferFrom', encodeFunctionData({ abi, functionName: 'safeTransferFrom', args }))
  }
  const several = Array.from({ length: random.int(5) }, () => random.pick(ids))
  const amounts = several.map(some)
  if (random.chance(4)) amounts.push(1n)
  if (kind < 65) {
    const args = [from, to, several, amounts, data] as const
    return made('safeBatchTransferFrom', encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args }))
  }
  if (kind < 80) {
    const args = [random.chance(5) ? zeroAddress : random.pick(actors), random.chance(50)] as const
    return made('setApprovalForAll', encodeFunctionData({ abi, functionName: 'setApprovalForAll', args }))
  }
  if (kind < 90) return made('burn', encodeFunctionData({ abi, functionName: 'burn', args: [from, id, some(id)] }))
  return made('burnBatch', encodeFunctionData({ abi, functionName: 'burnBatch', args: [from, several, amounts] }))
}
