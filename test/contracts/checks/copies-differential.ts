import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  toEventSelector,
} from 'viem'
import { compileTestSource } from '../support/bench.ts'
import type { Chain, Receipt } from '../support/chain.ts'
import { stranger } from '../support/collection.ts'
import { abi, copiesFactory } from '../support/copies.ts'
import { randomOperation, type World } from '../support/copies-operations.ts'
import { answersIn, observe } from '../support/observer.ts'
import { random } from '../support/random.ts'

/** How many operations went through, and how many both contracts refused, by name. */
export type Tally = Record<string, { done: number; refused: number }>

/** The manners of the test contract Actor that the fuzz uses: 0 accepts, 1 to 6 do not, or do something first. */
const manners = [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
/** Operations in one transaction. */
const group = 100
/** Units that can be minted in all: reached in a long run. */
const supply = 20_000n

const stageAbi = parseAbi([
  'struct Deed { address actor; bytes data; }',
  'function perform(address target, Deed[] deeds)',
])
const [single, batch] = [
  toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
]
const done = toEventSelector('Done(uint256,bool)')
const compared = new Set([
  single,
  batch,
  done,
  toEventSelector('ApprovalForAll(address,address,bool)'),
  toEventSelector('URI(string,uint256)'),
])

/**
 * Has contracts and plain addresses do the same random things to a collection and to OpenZeppelin's ERC1155, a hundred in a transaction.
 * Throws at the first thing they disagree on: what was refused, the events of ERC-1155, or any view after each transaction.
 */
export async function copiesDifferential(chain: Chain, options: { seed: number; operations: number }): Promise<Tally> {
  const choices = random(options.seed)
  const actorSource = compileTestSource('Actors1155.sol')
  const [stage, observer] = [
    await chain.deploy(actorSource('Stage')),
    await chain.deploy(compileTestSource('Observer.sol')('Observer')),
  ]
  const friend = stranger(1)
  const actors: Address[] = []
  for (const manner of manners) {
    const { abi: all, bytecode } = actorSource('Actor')
    const args = encodeAbiParameters([{ type: 'uint8' }, { type: 'address' }], [manner, friend])
    const data: Hex = `${bytecode}${args.slice(2)}`
    actors.push(await chain.deploy({ abi: all.filter(({ type }) => type !== 'constructor'), bytecode: data }))
  }
  const [minter] = actors as [Address]
  const collection = await (await copiesFactory(chain)).create(supply, minter)
  const reference = await chain.deploy(compileTestSource('Reference1155.sol')('Reference1155'), [supply, minter])
  const holders = [friend, stranger(2), stranger(3)]
  const everyone = [...actors, ...holders]
  const ids = Array.from({ length: 9 }, (_, id) => BigInt(id))
  const balances = new Map<string, bigint>()
  const world: World = {
    minter,
    actors,
    holders,
    ids,
    jobs: [],
    balance: (holder, id) => balances.get(`${getAddress(holder)} ${id}`) ?? 0n,
  }
  const [questions, all] = [questionsAbout(everyone, ids), questionsAboutOperators(everyone)]
  const tally: Tally = {}

  const look = async (what: string, asked: readonly Hex[]) => {
    const [ours, theirs] = await observe(chain, observer, [collection.address, reference], asked)
    if (ours === undefined || theirs === undefined) throw new Error('There was no answer.')
    const [mine, other] = [answersIn(ours), answersIn(theirs)]
    const at = mine.findIndex((answer, i) => answer !== other[i])
    if (at >= 0)
      throw new Error(
        `Seed ${options.seed}, after ${what}: ${asked[at]} gives ${mine[at]}, OpenZeppelin's ${other[at]}.`,
      )
    return mine
  }
  const lookAtBalances = async (what: string) => {
    const [answer = '0x'] = await look(what, questions)
    const amounts = decodeFunctionResult({ abi, functionName: 'balanceOfBatch', data: answer })
    for (const [i, amount] of amounts.entries()) {
      const [holder, id] = [everyone[Math.floor(i / ids.length)], ids[i % ids.length]]
      if (holder !== undefined && id !== undefined) balances.set(`${getAddress(holder)} ${id}`, amount)
    }
  }

  await lookAtBalances('nothing')
  for (let from = 0; from < options.operations; from += group) {
    const operations = Array.from({ length: Math.min(group, options.operations - from) }, () =>
      randomOperation(choices, world),
    )
    const performed = (target: Address, deeds: { actor: Address; data: Hex }[]) => ({
      from: chain.accounts[0],
      to: stage,
      data: encodeFunctionData({ abi: stageAbi, functionName: 'perform', args: [target, deeds] }),
      gas: 400_000_000,
    })
    const [ours, theirs] = await chain.sendAll([
      performed(collection.address, operations),
      performed(
        reference,
        operations.map(({ actor, referenceData }) => ({ actor, data: referenceData })),
      ),
    ])
    if (!ours?.ok || !theirs?.ok) throw new Error('A group of operations was not performed.')
    compareEvents(ours, theirs, (place) => {
      const operation = operations[place]
      return `Seed ${options.seed}, operation ${from + place} (${operation?.name} by ${operation?.actor}, ${operation?.data})`
    })
    for (const [place, passed] of verdicts(ours).entries()) {
      const name = operations[place]?.name ?? ''
      const count = tally[name] ?? { done: 0, refused: 0 }
      tally[name] = count
      count[passed ? 'done' : 'refused'] += 1
    }
    await lookAtBalances(`operation ${from + operations.length}`)
    if (from % 1_000 === 0) await look(`operation ${from + operations.length}`, all)
  }
  return tally
}

function questionsAbout(everyone: readonly Address[], ids: readonly bigint[]): Hex[] {
  const pairs = everyone.flatMap((holder) => ids.map((id) => ({ holder, id })))
  const interfaces: Hex[] = ['0x01ffc9a7', '0xd9b67a26', '0x0e89341c', '0xffffffff', '0x80ac58cd']
  return [
    encodeFunctionData({
      abi,
      functionName: 'balanceOfBatch',
      args: [pairs.map(({ holder }) => holder), pairs.map(({ id }) => id)],
    }),
    encodeFunctionData({ abi, functionName: 'balanceOfBatch', args: [[...everyone], [1n]] }),
    encodeFunctionData({ abi, functionName: 'minted' }),
    ...ids.map((id) => encodeFunctionData({ abi, functionName: 'uri', args: [id] })),
    ...ids.map((id) => encodeFunctionData({ abi, functionName: 'token', args: [id] })),
    ...everyone.map((holder) => encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder, 1n] })),
    ...interfaces.map((id) => encodeFunctionData({ abi, functionName: 'supportsInterface', args: [id] })),
  ]
}

function questionsAboutOperators(everyone: readonly Address[]): Hex[] {
  return everyone.flatMap((holder) =>
    everyone.map((operator) => encodeFunctionData({ abi, functionName: 'isApprovedForAll', args: [holder, operator] })),
  )
}

/** What each operation came to, in order. */
function verdicts({ logs }: Receipt): boolean[] {
  return logs.filter(({ topics: [event] }) => event === done).map(({ data }) => BigInt(`0x${data.slice(66)}`) === 1n)
}

function compareEvents(ours: Receipt, theirs: Receipt, named: (place: number) => string): void {
  const [mine, other] = [ours, theirs].map(standardEvents)
  let place = 0
  for (let at = 0; at < Math.max(mine?.length ?? 0, other?.length ?? 0); at++) {
    if (mine?.[at] !== other?.[at])
      throw new Error(`${named(place)}: the collection tells ${mine?.[at]}, OpenZeppelin's ${other?.[at]}.`)
    if (mine?.[at]?.startsWith(done)) place++
  }
}

/** The events to be compared; a batch of one counts as a single transfer, which is what OpenZeppelin tells of it. */
function standardEvents({ logs }: Receipt): string[] {
  return logs
    .filter(({ topics: [event] }) => event !== undefined && compared.has(event))
    .map(({ topics: [event, ...others], data }) => {
      const words = data.slice(2).match(/.{64}/g) ?? []
      if (event !== batch || BigInt(`0x${words[2]}`) !== 1n) return [event, ...others, data].join(' ')
      return [single, ...others, `0x${words[3]}${words[5]}`].join(' ')
    })
}
