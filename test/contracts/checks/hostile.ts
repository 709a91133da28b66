import {
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foldTrail, noTrail } from '../../../src/core/chains/family/fence.ts'
import { anyCall, changing } from '../support/any-call.ts'
import { compileTestSource } from '../support/bench.ts'
import type { Chain, Receipt } from '../support/chain.ts'
import { abi, type Fence, fence, word } from '../support/collection.ts'
import { nobody, type Subject } from '../support/hostile-subjects.ts'
import { answersIn, observe } from '../support/observer.ts'
import { type Random, random } from '../support/random.ts'

const stageAbi = parseAbi([
  'struct Deed { address actor; uint256 value; bytes data; bytes reply; }',
  'function perform(address target, uint256 gas, Deed[] deeds, bytes[] questions)',
])
const doneEvent = toEventSelector('Done(bool,bytes4,bool)')
const mintedEvent = toEventSelector('JobMinted(bytes32,address,uint256,uint256)')
/** What the project's own wallet holds at first: tokens, or units of token 1. */
const walletHolds = 900
/** Deeds in one transaction, and the gas of each. */
const group = 50
const gasEach = 6_000_000n
const errorOf = (signature: string): Hex => toFunctionSelector(signature)
const errors = {
  done: errorOf('AlreadyMinted(uint256)'),
  writer: errorOf('AnotherWriter(uint32)'),
  history: errorOf('AnotherHistory()'),
  replaced: errorOf('ReplacedWasMinted(bytes32,uint256)'),
  permit: errorOf('PermitUsed(address,bytes32)'),
} as const
/** Overloads differ by how many arguments they take. */
const nameOf = ({ name, inputs }: AbiFunction) => `${name}/${inputs.length}`

interface Minter {
  address: Address
  writer: number
  trail: string
}

/** What the contract must hold, whatever strangers did. */
interface Model {
  minters: readonly Minter[]
  /** First tokens (batch numbers) of the jobs that were minted. */
  jobs: Map<Hex, bigint>
  minted: number
  batches: number
  /** Every id that was named by anybody, or is to be. */
  named: Hex[]
  /** Permissions of our wallet that were used, and how many tokens (from 1 on) or units of token 1 it gave away by them. */
  permits: Hex[]
  moved: number
}

interface Deed {
  name: string
  actor: Address
  value: bigint
  data: Hex
  reply: Hex
  /** Ours: what it must come to: '0x' for done, or the error. Of strangers' anything may. */
  must: Hex | null
  job?: Hex
}

/** How often each function went through for strangers, and was refused; `ours`: for us. */
export type HostileTally = Record<string, { done: number; refused: number }>

/**
 * Has strangers call every function that there is, in any order and with anything, between mints, retries and permissions of ours, and
 * calls back whenever they are given something. Throws at the first thing that a stranger changed of what only minters may, or that came
 * to something else for us than it would have without them.
 */
export async function hostileHolders(
  chain: Chain,
  make: (payee: Address) => Promise<Subject>,
  options: { seed: number; steps: number },
): Promise<HostileTally> {
  const choices = random(options.seed)
  const sources = compileTestSource('Hostile.sol')
  const stage = await chain.deploy(sources('Stage'))
  const observer = await chain.deploy(compileTestSource('Observer.sol')('Observer'))
  const actors: Address[] = []
  for (let n = 0; n < 8; n++) actors.push(await chain.deploy(sources('Stranger')))
  for (const actor of actors) await chain.rpc('anvil_setBalance', [actor, numberToHex(10n ** 20n)])
  const [one, other, ...strangers] = actors as [Address, Address, Address, ...Address[]]
  const [payee] = strangers as [Address]
  const subject = await make(payee)
  for (const to of [one, other]) {
    const data = encodeFunctionData({ abi, functionName: 'grantRoles', args: [to, 1n] })
    const { ok } = await chain.send({ from: subject.owner, to: subject.address, data })
    if (!ok) throw new Error('no role was granted')
  }
  const wallet = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  const model: Model = {
    minters: [
      { address: one, writer: 0, trail: noTrail },
      { address: other, writer: 0, trail: noTrail },
    ],
    jobs: new Map(),
    minted: 0,
    batches: 0,
    named: Array.from({ length: 12 }, (_, n) => word(0x4000 + n)),
    permits: [],
    moved: 0,
  }
  const [first] = model.minters
  if (!first) throw new Error('There is no minter.')
  const held = subject.stock(word(1), wallet.address, walletHolds)
  const stocked = await chain.send({ from: first.address, to: subject.address, data: held })
  if (!stocked.ok) throw new Error('the wallet was given nothing')
  first.trail = foldTrail(first.trail, word(1))
  model.jobs.set(word(1), 1n)
  model.minted = walletHolds
  model.batches = 1
  const tally: HostileTally = {}
  const functions = changing(subject.abi)

  for (let from = 0; from < options.steps; ) {
    const length = Math.min(group, options.steps - from)
    const questions = watched(subject, model, strangers)
    const deeds: Deed[] = []
    for (let n = 0; n < length; n++)
      deeds.push(
        choices.chance(22)
          ? await ours(choices, subject, model, strangers, wallet)
          : hostile(choices, subject, model, functions, strangers, wallet.address),
      )
    const args = [subject.address, gasEach, deeds, questions] as const
    const data = encodeFunctionData({ abi: stageAbi, functionName: 'perform', args })
    const receipt = await chain.send({ from: chain.accounts[0], to: stage, data, gas: 490_000_000 })
    if (!receipt.ok) throw new Error(`Seed ${options.seed}: the deeds from ${from} on were not performed.`)
    const came = performed(receipt, subject.address)
    for (const [place, deed] of deeds.entries()) {
      const what = `Seed ${options.seed}, step ${from + place + 1}, ${deed.name} by ${deed.actor}`
      const did = came[place]
      if (!did) throw new Error(`${what}: it was not performed.`)
      const count = tallied(tally, deed.must === null ? deed.name : `ours: ${deed.name}`)
      count[did.done ? 'done' : 'refused'] += 1
      if (deed.must === null && did.changed) throw new Error(`${what} changed what minters alone may. ${deed.data}`)
      if (deed.must === null && did.minted.length > 0) throw new Error(`${what} minted a job. ${deed.data}`)
      if (deed.must === null) continue
      if ((did.done ? '0x' : did.error) !== deed.must)
        throw new Error(`${what} came to ${did.done ? 'done' : did.error}, not to ${deed.must}. ${deed.data}`)
      if (!did.done || deed.job === undefined) continue
      const [mint] = did.minted
      if (mint?.job !== deed.job || did.minted.length !== 1) throw new Error(`${what} minted something else.`)
      model.jobs.set(deed.job, mint.first)
    }
    from += length
    const all = from >= options.steps || from % (group * 20) === 0
    await lookAt(chain, observer, subject, model, wallet.address, all, `seed ${options.seed}, step ${from}`)
  }
  return tally
}

function tallied(tally: HostileTally, name: string): HostileTally[string] {
  const count = tally[name] ?? { done: 0, refused: 0 }
  tally[name] = count
  return count
}

const ask = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])

/** What no stranger changes, asked after each deed. */
function watched({ questions }: Subject, model: Model, strangers: readonly Address[]): Hex[] {
  const minters = model.minters.map(({ address }) => address)
  return [
    ...[
      'owner',
      'batchCount',
      'supplyLimit',
      'frozen',
      'transferable',
      'baseURI',
      'uriPrefix',
      'contractURI',
      'name',
    ].map((view) => ask(view)),
    ask('royaltyInfo', 1n, 10_000n),
    ...[...minters, ...strangers].flatMap((one) => [ask('marks', one), ask('rolesOf', one)]),
    ...model.named.slice(-24).map((job) => ask('jobs', job)),
    ...questions,
  ]
}

/** A mint, a retry, or a token of the project's own wallet moved or burnt by its permission. */
async function ours(
  random: Random,
  subject: Subject,
  model: Model,
  strangers: readonly Address[],
  wallet: PrivateKeyAccount,
): Promise<Deed> {
  const minter = random.pick(model.minters)
  const by = { actor: minter.address, value: 0n, reply: '0x' } as const
  if (random.chance(12) && model.moved < walletHolds) {
    const again = model.permits.length > 0 && random.chance(40)
    // Strangers use the same ids for permissions of their own.
    const permit = again ? random.pick(model.permits) : word(0x7000 + model.permits.length)
    const used = model.permits.includes(permit)
    const id = subject.price === null ? 1n : BigInt(1 + model.moved)
    const to = random.chance(50) ? nobody : random.pick(strangers)
    const data = await subject.move(wallet, permit, to, id)
    if (!used) {
      model.permits.push(permit)
      model.moved++
    }
    return { ...by, name: 'transferBySignature', data, must: used ? errors.permit : '0x' }
  }
  const retried = model.jobs.size > 0 && random.chance(15)
  const job = retried ? random.pick([...model.jobs.keys()]) : (model.named[model.named.length - 12] ?? word(1))
  const { of, must } = fenced(random, model, minter, job)
  const recipients = Array.from({ length: 1 + random.int(5) }, () => random.pick(strangers))
  const { data, count, kept } = subject.mint(random, job, of, recipients)
  if (must === '0x') {
    // Its place in the order of ids comes with its event.
    model.jobs.set(job, 0n)
    model.minted += count
    if (kept) model.batches++
    minter.writer = of.writer
    minter.trail = foldTrail(minter.trail, job)
    model.named.push(word(0x4000 + model.named.length))
  }
  return { ...by, name: 'mint', data, must, job }
}

/** A fence, mostly one that lets the mint through, and what the mint must come to with it. */
function fenced(random: Random, model: Model, minter: Minter, job: Hex): { of: Fence; must: Hex } {
  const enters = random.chance(20)
  const stale = random.chance(8)
  const forgets = enters && random.chance(15)
  const writer = enters ? 1 + random.int(2 ** 31) : minter.writer
  const of = fence({
    expected: stale ? minter.writer + 1 : minter.writer,
    writer: stale && !enters ? minter.writer + 1 : writer,
    trail: forgets ? foldTrail(minter.trail, job) : minter.trail,
    replaced: random.chance(15) ? Array.from({ length: 1 + random.int(16) }, () => anyJob(random, model)) : [],
  })
  const entry = of.expected !== of.writer
  if (model.jobs.has(job)) return { of, must: errors.done }
  if (of.expected !== minter.writer) return { of, must: errors.writer }
  if (entry && forgets) return { of, must: errors.history }
  return { of, must: of.replaced.some((one) => model.jobs.has(one)) ? errors.replaced : '0x' }
}

/** One that was never minted, mostly; strangers use such ids, too. */
function anyJob(random: Random, model: Model): Hex {
  return random.chance(3) ? random.pick(model.named) : word(0x9000 + random.int(500))
}

/** Any function, by a stranger. Half of them are what holders do, as most others refuse them anyhow. */
function hostile(
  random: Random,
  subject: Subject,
  model: Model,
  functions: readonly AbiFunction[],
  strangers: readonly Address[],
  wallet: Address,
): Deed {
  const actor = random.pick(strangers)
  const newest = model.minted + 400
  const values = {
    addresses: [actor, actor, actor, ...strangers, ...model.minters.map(({ address }) => address), wallet],
    ids: subject.price === null ? [1n, 1n, 2n, 3n, 4n, 5n] : [1, 2, 3, 4].map(() => BigInt(1 + random.int(newest))),
    words: [
      ...model.named.slice(-24),
      random.pick(model.named),
      word(0x9000 + random.int(500)),
      ...model.permits.slice(-4),
    ],
  }
  const holders = functions.filter(({ name }) => /transfer|approv|burn|purchase/i.test(name))
  const one = random.pick(random.chance(50) ? holders : functions)
  const call = (which: AbiFunction) => anyCall(random, which, values)
  const reply = random.chance(8) ? call(random.pick(random.chance(50) ? holders : functions)) : '0x'
  if (one.name === 'purchase' && subject.price !== null) {
    const quantity = BigInt(random.int(4))
    const data = encodeFunctionData({ abi, functionName: 'purchase', args: [random.pick(values.addresses), quantity] })
    return { name: 'purchase', actor, value: subject.price * quantity, data, reply, must: null }
  }
  const value = random.chance(2) ? 1n : 0n
  return { name: nameOf(one), actor, value, data: call(one), reply, must: null }
}

/** What each deed of a transaction came to, and the jobs that were minted by it. */
function performed({ logs }: Receipt, address: Address) {
  const deeds: { done: boolean; error: Hex; changed: boolean; minted: { job: Hex; first: bigint }[] }[] = []
  let minted: { job: Hex; first: bigint }[] = []
  for (const { topics, data, address: by } of logs) {
    const [event, job] = topics
    if (event === mintedEvent && job !== undefined && by.toLowerCase() === address.toLowerCase())
      minted.push({ job, first: BigInt(data.slice(0, 66)) })
    if (event !== doneEvent) continue
    const [done, error, changed] = [data.slice(2, 66), data.slice(66, 74), data.slice(130)]
    deeds.push({
      done: BigInt(`0x${done}`) === 1n,
      error: `0x${error}`,
      changed: BigInt(`0x${changed}`) === 1n,
      minted,
    })
    minted = []
  }
  return deeds
}

/** Compares all that minters alone change with the model; `all`: of every id that was ever named, and every token of the wallet. */
async function lookAt(
  chain: Chain,
  observer: Address,
  subject: Subject,
  model: Model,
  wallet: Address,
  all: boolean,
  what: string,
): Promise<void> {
  const { minters, jobs } = model
  const ids = new Set([...jobs.keys(), ...model.named, ...model.permits])
  const asked = all ? [...ids, ...Array.from({ length: 500 }, (_, n) => word(0x9000 + n))] : [...ids].slice(-60)
  const expected: [Hex, Hex][] = [
    [ask('batchCount'), answer(BigInt(subject.price === null ? jobs.size : model.batches))],
    ...minters.map(({ address, writer, trail }): [Hex, Hex] => [
      ask('marks', address),
      `${answer(BigInt(writer))}${answer(BigInt(trail)).slice(2)}`,
    ]),
    ...asked.map((job): [Hex, Hex] => [ask('jobs', job), answer(jobs.get(job) ?? 0n)]),
    ...model.permits.map((permit): [Hex, Hex] => [ask('usedPermits', wallet, permit), answer(1n)]),
  ]
  if (all && subject.price !== null)
    for (let id = model.moved + 1; id <= walletHolds; id++)
      expected.push([ask('ownerOf', BigInt(id)), answer(BigInt(wallet))])
  const [seen] = await observe(
    chain,
    observer,
    [subject.address],
    expected.map(([question]) => question),
  )
  const answers = answersIn(seen ?? '0x')
  for (const [place, [question, should]] of expected.entries())
    if (answers[place] !== should) throw new Error(`After ${what}: ${question} gives ${answers[place]}, not ${should}.`)
  const read = async (view: 'minted' | 'purchased') =>
    decodeFunctionResult({
      abi,
      functionName: view,
      data: await chain.call({ from: subject.owner, to: subject.address, data: ask(view) }),
    })
  const minted = (await read('minted')) - (subject.price === null ? 0n : await read('purchased'))
  if (minted !== BigInt(model.minted)) throw new Error(`After ${what}: ${minted} were minted, not ${model.minted}.`)
}

const answer = (value: bigint): Hex => numberToHex(value, { size: 32 })
