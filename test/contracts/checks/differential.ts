import { type Address, type Hex, toEventSelector, toFunctionSelector, zeroAddress } from 'viem'
import { type Bench, compileTestSource, type Manner } from '../support/bench.ts'
import { answersIn, observe, type Receipt } from '../support/chain.ts'
import { randomOperation, type World } from '../support/operations.ts'
import { random } from '../support/random.ts'

const receivers: readonly Manner[] = [
  'accept',
  'wrong-answer',
  'revert-with-reason',
  'revert-silently',
  'send-back',
  'burn',
  'approve-sender',
  'bounce-to-self',
  'oblivious',
]
const limit = 400

const approvalEvent = toEventSelector('Approval(address,address,uint256)')
const standardEvents = new Set(
  [
    'Transfer(address,address,uint256)',
    'Approval(address,address,uint256)',
    'ApprovalForAll(address,address,bool)',
  ].map((event) => toEventSelector(event)),
)

/** How many operations went through, and how many both contracts refused, by name. */
export type Tally = Record<string, { done: number; refused: number }>

/**
 * Does the same random things to a collection and to OpenZeppelin's ERC721. Throws at the first thing they disagree on: whether it
 * reverts, the ERC-721 events it makes, or any view of it afterwards (of the tokens and accounts concerned every 4 operations, of all every 100).
 */
export async function differential(bench: Bench, options: { seed: number; operations: number }): Promise<Tally> {
  const { chain } = bench
  const choices = random(options.seed)
  const observer = await bench.observer()
  const collection = await bench.create(BigInt(limit))
  const [minter, ...people] = chain.accounts
  const reference = await chain.deploy(compileTestSource('Reference721.sol')('Reference721'), [
    'Harvest',
    'HRV',
    limit,
    minter,
  ])
  const contracts = await Promise.all(receivers.map((manner) => bench.receiver(manner)))
  const users = [...people.slice(0, 6), ...contracts]
  const world: World = {
    minter,
    users,
    minted: 0,
    jobs: [],
    batches: [],
    owners: new Map(),
    approved: new Map(),
    own: new Set(),
  }
  const tally: Tally = {}

  const compare = async (questions: readonly Hex[], what: string) => {
    const [ours, theirs] = await observe(chain, observer, [collection.address, reference], questions)
    if (ours === undefined || theirs === undefined) throw new Error('There was no answer.')
    if (ours === theirs) return ours
    const [mine, other] = [answersIn(ours), answersIn(theirs)]
    const at = mine.findIndex((answer, i) => answer !== other[i])
    throw new Error(
      `Seed ${options.seed}, after ${what}: ${questions[at]} gives ${mine[at]}, OpenZeppelin's ${other[at]}.`,
    )
  }
  const look = (ids: readonly bigint[], accounts: readonly Address[], what: string) =>
    compare([...aboutTokens(ids), ...aboutAccounts(accounts), totalSupply], what)
  const lookAtAll = async (what: string) => {
    const ids = Array.from({ length: world.minted + 2 }, (_, id) => BigInt(id))
    await look(ids, [zeroAddress, ...users], what)
    await compare([...aboutOperators(users), ...aboutItself], what)
  }

  await lookAtAll('nothing')
  const ids = new Set<bigint>()
  const accounts = new Set<Address>()
  for (let turn = 1; turn <= options.operations; turn += 1) {
    const operation = randomOperation(choices, world)
    const what = `operation ${turn}, ${operation.name} from ${operation.from}`
    const { from, data, referenceData } = operation
    const [ours, theirs] = await chain.sendAll([
      { from, to: collection.address, data, gas: 3_000_000 },
      { from, to: reference, data: referenceData, gas: 10_000_000 },
    ])
    if (ours === undefined || theirs === undefined) throw new Error('There was no receipt.')
    if (ours.ok !== theirs.ok) {
      throw new Error(`Seed ${options.seed}, ${what}: it ${verdict(ours)}, OpenZeppelin's ${verdict(theirs)}. ${data}`)
    }
    if (standard(ours) !== standard(theirs)) throw new Error(`Seed ${options.seed}, ${what}: the events differ.`)
    if (ours.ok) operation.done()
    remember(world, ours)
    const count = tally[operation.name] ?? { done: 0, refused: 0 }
    tally[operation.name] = count
    count[ours.ok ? 'done' : 'refused'] += 1
    for (const id of operation.ids) ids.add(id)
    for (const account of operation.accounts) accounts.add(account)
    if (turn % 4 === 0) {
      await look([...ids], [...accounts], what)
      ids.clear()
      accounts.clear()
    }
    if (turn % 100 === 0 || turn === options.operations) await lookAtAll(what)
  }
  return tally
}

const verdict = ({ ok }: Receipt) => (ok ? 'goes through' : 'reverts')

const standard = ({ logs }: Receipt) =>
  JSON.stringify(
    logs
      .filter(({ topics: [event] }) => event !== undefined && standardEvents.has(event))
      .map(({ topics, data }) => [topics, data]),
  )

/** Calls with words as arguments; encoded by hand, as hundreds of thousands are made. */
const asking = (signature: string) => {
  const selector = toFunctionSelector(signature)
  return (...words: readonly (Address | bigint)[]): Hex =>
    `${selector}${words.map((value) => BigInt(value).toString(16).padStart(64, '0')).join('')}`
}

const tokenViews = ['ownerOf(uint256)', 'getApproved(uint256)', 'tokenURI(uint256)'].map(asking)
const balanceOf = asking('balanceOf(address)')
const isApprovedForAll = asking('isApprovedForAll(address,address)')
const totalSupply = asking('totalSupply()')()

const aboutTokens = (ids: readonly bigint[]) => ids.flatMap((id) => tokenViews.map((view) => view(id)))
const aboutAccounts = (accounts: readonly Address[]) => accounts.map((account) => balanceOf(account))
const aboutOperators = (users: readonly Address[]) =>
  users.flatMap((owner) => users.map((operator) => isApprovedForAll(owner, operator)))
const aboutItself: readonly Hex[] = [
  ...['name()', 'symbol()', 'minted()'].map((view) => asking(view)()),
  ...['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f', '0x49064906', '0xffffffff', '0x780e9d63'].map((id) =>
    asking('supportsInterface(bytes4)')(BigInt(id) << 224n),
  ),
]

/** Keeps who owns what and who may move it, from the events. */
function remember({ owners, approved }: World, { logs }: Receipt): void {
  for (const { topics } of logs) {
    const [event, , account, token] = topics
    if (account === undefined || token === undefined) continue
    const [id, address] = [BigInt(token), `0x${account.slice(-40)}` as const]
    const map = event === approvalEvent ? approved : owners
    if (map === owners) approved.delete(id)
    if (address === zeroAddress) map.delete(id)
    else map.set(id, address)
  }
}
