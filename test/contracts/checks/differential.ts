import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { type Bench, compileTestSource, type Manner } from '../support/bench.ts'
import type { Receipt } from '../support/chain.ts'
import { stranger } from '../support/collection.ts'
import { answersIn, observe } from '../support/observer.ts'
import { type Operation, randomOperation, type World } from '../support/operations.ts'
import { random } from '../support/random.ts'

/** The manners of those who act: the first may mint. */
const manners: readonly Manner[] = [
  'accept',
  'accept',
  'accept',
  'accept',
  'accept',
  'wrong-answer',
  'revert-with-reason',
  'revert-silently',
  'send-back',
  'burn',
  'approve-sender',
  'bounce-to-self',
]
/** Operations in one transaction. */
const group = 100
/** Gas of each operation: OpenZeppelin's needs more where batches are minted. */
const gasEach = { ours: 3_000_000n, theirs: 12_000_000n }
const price = 1_000n

const stageAbi = parseAbi([
  'struct Deed { address actor; uint256 value; bytes data; }',
  'function perform(address target, uint256 gas, Deed[] deeds)',
])
const doneEvent = toEventSelector('Done(uint256,bool)')
const transferEvent = toEventSelector('Transfer(address,address,uint256)')
const approvalEvent = toEventSelector('Approval(address,address,uint256)')
const compared = new Set([
  doneEvent,
  transferEvent,
  approvalEvent,
  toEventSelector('ApprovalForAll(address,address,bool)'),
])

/** How many operations went through, and how many both contracts refused, by name. */
export type Tally = Record<string, { done: number; refused: number }>

/**
 * Has contracts do the same random things to a collection and to OpenZeppelin's ERC721, a hundred in a transaction. Throws at the first
 * thing they disagree on: whether it reverts, the ERC-721 events it makes, or any view of it afterwards (of the tokens concerned and of
 * all accounts after each transaction, of everything every 2,000 operations).
 */
export async function differential(bench: Bench, options: { seed: number; operations: number }): Promise<Tally> {
  const { chain } = bench
  const choices = random(options.seed)
  const observer = await bench.observer()
  const receivers = compileTestSource('Receiver.sol')
  const stage = await chain.deploy(receivers('Stage'))
  const actors = await Promise.all(manners.map((manner) => bench.actor(manner)))
  const others = [stranger(1), stranger(2), await bench.receiver('oblivious'), await bench.actor('use-all-gas')]
  const [minter] = actors as [Address]
  // As many tokens as are wanted in all, and a few less, so that both limits are reached in a long run.
  const limit = BigInt(Math.max(100, Math.floor(options.operations / 7)))
  const saleSupply = limit / 10n
  const collection = await bench.create(limit, { price, payee: stranger(3), saleSupply })
  await collection.write(collection.owner, 'setBaseURI', ['https://example.com/base'])
  await collection.write(collection.owner, 'grantRoles', [minter, 1n])
  await collection.write(minter, 'requestOwnershipHandover', [])
  await collection.write(collection.owner, 'completeOwnershipHandover', [minter])
  const reference = await chain.deploy(compileTestSource('Reference721.sol')('Reference721'), [
    'Harvest',
    'HRV',
    limit,
    minter,
    'https://example.com/base',
    price,
    saleSupply,
  ])
  const everyone = [...actors, ...others]
  const world: World = {
    minter,
    actors,
    others,
    price,
    minted: 0,
    jobs: [],
    named: 0,
    batches: [],
    owners: new Map(),
    approved: new Map(),
  }
  const tally: Tally = {}

  const compare = async (questions: readonly Hex[], what: string) => {
    const [ours, theirs] = await observe(chain, observer, [collection.address, reference], questions)
    if (ours === undefined || theirs === undefined) throw new Error('There was no answer.')
    if (ours === theirs) return
    const [mine, other] = [answersIn(ours), answersIn(theirs)]
    const at = mine.findIndex((answer, i) => answer !== other[i])
    throw new Error(
      `Seed ${options.seed}, after ${what}: ${questions[at]} gives ${mine[at]}, OpenZeppelin's ${other[at]}.`,
    )
  }
  const aboutAll = [...everyone.map((account) => balanceOf(account)), balanceOf(zeroAddress), ...aboutItself]
  const lookAtAll = async (what: string) => {
    for (let first = 0; first <= world.minted + 1; first += 400) {
      const count = Math.min(400, world.minted + 2 - first)
      await compare(aboutTokens(Array.from({ length: count }, (_, i) => BigInt(first + i))), what)
    }
    await compare([...aboutAll, ...aboutOperators(everyone)], what)
  }

  await lookAtAll('nothing')
  for (let from = 0; from < options.operations; ) {
    // Until something was minted there is nothing to do but mint.
    const length = Math.min(from === 0 ? 5 : group, options.operations - from)
    const operations = Array.from({ length }, () => randomOperation(choices, world))
    const performed = (target: Address, gas: bigint, dataOf: (operation: Operation) => Hex) => {
      const deeds = operations.map((operation) => ({
        actor: operation.actor,
        value: operation.value,
        data: dataOf(operation),
      }))
      const data = encodeFunctionData({ abi: stageAbi, functionName: 'perform', args: [target, gas, deeds] })
      return { from: chain.accounts[0], to: stage, data, gas: 490_000_000 }
    }
    const [ours, theirs] = await chain.sendAll([
      performed(collection.address, gasEach.ours, ({ data }) => data),
      performed(reference, gasEach.theirs, ({ referenceData }) => referenceData),
    ])
    if (!ours?.ok || !theirs?.ok) throw new Error('A group of operations was not performed.')
    const [mine, other] = [deedsIn(ours), deedsIn(theirs)]
    const touched = new Set<bigint>()
    for (const [place, operation] of operations.entries()) {
      const [did, should] = [mine[place], other[place]]
      const what = `Seed ${options.seed}, operation ${from + place + 1}, ${operation.name} by ${operation.actor}`
      if (did === undefined || should === undefined) throw new Error(`${what}: it was not performed.`)
      if (did.done !== should.done)
        throw new Error(`${what}: it ${verdict(did.done)}, OpenZeppelin's ${verdict(should.done)}. ${operation.data}`)
      if (JSON.stringify(did.events) !== JSON.stringify(should.events)) throw new Error(`${what}: the events differ.`)
      const count = tally[operation.name] ?? { done: 0, refused: 0 }
      tally[operation.name] = count
      count[did.done ? 'done' : 'refused'] += 1
      for (const id of operation.ids) touched.add(id)
      for (const id of remember(world, operation, did)) touched.add(id)
    }
    const before = from
    from += length
    const what = `operation ${from}`
    await compare([...aboutTokens([...touched]), ...aboutAll], what)
    if (Math.floor(from / 2_000) > Math.floor(before / 2_000) || from === options.operations) await lookAtAll(what)
  }
  return tally
}

const verdict = (done: boolean) => (done ? 'goes through' : 'reverts')

interface Deed {
  done: boolean
  /** Topics, then data. */
  events: Hex[][]
}

/** What each operation of a group came to, with the events of ERC-721. */
function deedsIn({ logs }: Receipt): Deed[] {
  const deeds: Deed[] = []
  let events: Hex[][] = []
  for (const { topics, data } of logs) {
    const [event] = topics
    if (event === undefined || !compared.has(event)) continue
    if (event === doneEvent) {
      deeds.push({ done: BigInt(`0x${data.slice(66)}`) === 1n, events })
      events = []
    } else events.push([...topics, data])
  }
  return deeds
}

/** Calls with words as arguments; encoded by hand, as hundreds of thousands are made. */
const asking = (signature: string) => {
  const selector = toFunctionSelector(signature)
  return (...words: readonly (Address | bigint)[]): Hex =>
    `${selector}${words.map((value) => BigInt(value).toString(16).padStart(64, '0')).join('')}`
}

const tokenViews = ['ownerOf(uint256)', 'getApproved(uint256)', 'tokenURI(uint256)'].map(asking)
const balanceOf = asking('balanceOf(address)')
const isApprovedForAll = asking('isApprovedForAll(address,address)')

const aboutTokens = (ids: readonly bigint[]) => ids.flatMap((id) => tokenViews.map((view) => view(id)))
const aboutOperators = (users: readonly Address[]) =>
  users.flatMap((owner) => users.map((operator) => isApprovedForAll(owner, operator)))
const aboutItself: readonly Hex[] = [
  ...['name()', 'symbol()', 'minted()', 'purchased()', 'totalSupply()', 'transferable()'].map((view) => asking(view)()),
  ...['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f', '0x49064906', '0xffffffff', '0x780e9d63'].map((id) =>
    asking('supportsInterface(bytes4)')(BigInt(id) << 224n),
  ),
]

/** Keeps who owns what and who may move it, and what was minted, from the events; answers the tokens concerned. */
function remember(world: World, { batch }: Operation, { done, events }: Deed): bigint[] {
  const { owners, approved } = world
  const minted: number[] = []
  const ids: bigint[] = []
  for (const [event, from, account, token] of events) {
    if (token === undefined || account === undefined || from === undefined) continue
    if (event !== transferEvent && event !== approvalEvent) continue
    const [id, address] = [BigInt(token), getAddress(`0x${account.slice(-40)}`)]
    ids.push(id)
    const map = event === approvalEvent ? approved : owners
    if (map === owners) approved.delete(id)
    if (map === owners && BigInt(from) === 0n) minted.push(Number(id))
    if (address === zeroAddress) map.delete(id)
    else map.set(id, address)
  }
  world.minted += minted.length
  const [first] = minted
  if (done && batch !== null && first !== undefined) {
    world.jobs.push(batch.job)
    if (batch.kept) world.batches.push({ first, count: minted.length })
  }
  return ids
}
