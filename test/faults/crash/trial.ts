import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { createTestClient, http, type TestClient } from 'viem'
import { readOwner } from '../../../src/core/practice/owner-file.ts'
import { importState, run as runSchema } from '../../../src/shared/app-api.ts'
import { recipientOf } from '../../minting/open-engine.ts'
import { type KilledCore, ownersOnChain, polygonClient, startCore, unsettled } from '../killed-core.ts'
import type { Scenario } from './points.ts'

const quick = { blocks: 60, mintsPerBatch: 8 }
/** Between two blocks, ms: what lies below a transaction must go before the next block takes it. */
const blocksOfGap = 700
/** Longer than a point is ever waited for on a loaded machine, ms. */
const patience = 60_000
/** For a passage that may never come: as long as the first of one takes on a loaded machine, ms. */
const patienceForMaybe = 20_000

/** What the chain and the database held in the end. */
export interface Comparison {
  mints: number
  onChain: number
  doubles: number
  lost: number
  unfinished: number
}

/**
 * One data folder and its networks, on which cores are killed one after the other while they mint. What a killed core left is the next
 * one's work, too.
 */
export function crashTrial(dir: string) {
  let core: KilledCore | undefined
  let made = 0
  /** Mints that the API said it has, by collection. */
  const accepted = new Map<string, Set<string>>()
  const database = join(dir, 'mintdesk.db')
  const copy = join(dir, 'copy.db')

  /** Asks the core; undefined when it died before it answered. */
  async function ask<T>(question: (running: KilledCore) => Promise<T>): Promise<T | undefined> {
    const running = core
    if (!running) return undefined
    try {
      return await question(running)
    } catch (error) {
      await Promise.race([running.gone, delay(5_000)])
      if (running.ended) return undefined
      throw error
    }
  }

  async function open(killAt?: { point: string; passage: number }, blocks = quick.blocks): Promise<void> {
    try {
      core = await startCore(dir, { ...quick, blocks, ...(killAt ? { killAt } : {}) })
    } catch (error) {
      core = undefined
      if (!killAt) throw error
    }
  }

  function addRun(count: number): Promise<unknown> {
    const from = made
    made += count
    const rows = Array.from({ length: count }, (_, n) => `${recipientOf(from + n)},Badge ${from + n},ipfs://bafkqaaa`)
    const sheet = Buffer.from(['recipient,name,image', ...rows, ''].join('\n'))
    return ask(async ({ call }) => {
      const added = await call('POST', `/app/imports?name=rows-${from}.csv&collectionId=default-polygon`, sheet)
      const { id } = importState.parse(added.json)
      while (importState.parse((await call('GET', `/app/imports/${id}`)).json).state !== 'checked') await delay(20)
      runSchema.parse((await call('POST', '/app/runs', { importId: id })).json)
    })
  }

  async function addMints(count: number, collection = 'default-polygon'): Promise<void> {
    const nfts = Array.from({ length: count }, () => {
      const id = `mint-${made}`
      return {
        id,
        recipient: `polygon:${recipientOf(made++)}`,
        metadata: { name: id, image: 'ipfs://bafkqaaa' },
        reuploadLinkedFiles: false,
      }
    })
    const path = `/api/2022-06-09/collections/${collection}/nfts`
    await ask(async ({ call }) => {
      const { status, text } = await call('POST', path, { nfts })
      if (status >= 300) throw new Error(`the API refused mints: ${text}`)
      const known = accepted.get(collection) ?? new Set()
      for (const { id } of nfts) known.add(id)
      accepted.set(collection, known)
    })
  }

  /** Asks for other metadata of something that is minted. */
  async function update(): Promise<void> {
    const minted = query<{ id: string }>(
      "select m.id from mints m join collections c on c.pk = m.collection_pk where c.id = 'default-polygon' and m.state = 'succeeded' and m.run_id is null limit 1",
    )[0]
    if (!minted) return
    const path = `/api/2022-06-09/collections/default-polygon/nfts/${minted.id}`
    const metadata = { name: `Again ${made++}`, image: 'ipfs://bafkqaaa' }
    await ask(({ call }) => call('PATCH', path, { metadata, reuploadLinkedFiles: false }))
  }

  async function anvil(): Promise<TestClient | undefined> {
    const owner = await readOwner(join(dir, 'practice/polygon'))
    if (owner?.port === undefined) return undefined
    return createTestClient({ mode: 'anvil', transport: http(`http://127.0.0.1:${owner.port}`) })
  }

  function query<Row>(sql: string): Row[] {
    const opened = new SqliteDatabase(database, { readonly: true })
    try {
      return opened.prepare<[], Row>(sql).all()
    } finally {
      opened.close()
    }
  }

  /** The signer's next sequence on the chain is moved by so many, as if something else had used the key. */
  async function moveSequence(by: number): Promise<void> {
    const client = await anvil()
    const [lane] = query<{ signer: string }>('select signer from transactions limit 1')
    if (!client || !lane) return
    const address = lane.signer as `0x${string}`
    const count = (await client.request({
      method: 'eth_getTransactionCount',
      params: [address, 'latest'],
    } as never)) as string
    await client.setNonce({ address, nonce: Number(count) + by })
  }

  const isUnsettled = () =>
    query("select 1 from transactions where state in ('signed', 'sent', 'included') limit 1").length > 0

  async function until(condition: () => boolean | Promise<boolean>, ms = patience): Promise<boolean> {
    for (const end = Date.now() + ms; Date.now() < end; await delay(15)) {
      if (core?.ended !== false) return true
      if (await condition()) return true
    }
    return false
  }

  /** `must`: it is waited for as long as it takes. */
  const gone = (must: boolean) => until(() => false, must ? patience : patienceForMaybe)

  /** Kills a core at a passage of a named point; false when it was not reached. */
  async function killAt(point: string, passage: number, scenario: Scenario, must: boolean): Promise<boolean> {
    if (scenario === 'network') {
      // A network that had just saved has lost nothing: another is killed then.
      for (let tries = must ? 3 : 1; tries > 0; tries--) if (await killAfterFallBack(point, passage)) return true
      return false
    }
    if (scenario === 'copy') return killOnCopy(point, passage, must)
    await open({ point, passage }, scenario === 'gap' ? blocksOfGap : quick.blocks)
    const before = core
    if (scenario === 'deploy') {
      const wish = {
        chain: 'polygon',
        metadata: { name: `Crash ${made}`, imageUrl: 'ipfs://bafkqaaa', description: 'x', symbol: 'C' },
      }
      for (let more = 0; more < passage; more++) {
        const added = await ask(({ call }) => call('POST', '/api/2022-06-09/collections', wish))
        if (added && added.status >= 300) throw new Error(`the API refused a collection: ${added.text}`)
        const id = (added?.json as { id?: string } | undefined)?.id
        if (id) await addMints(2, id)
      }
    } else {
      await addMints(3)
      await addRun(40)
      await update()
    }
    if (scenario === 'fees') {
      // More than the expected fee of the signed ones, for as long as it takes.
      const client = await anvil()
      await until(
        async () => {
          await client?.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 12n })
          return false
        },
        must ? patience : patienceForMaybe,
      )
    } else if (scenario === 'outside') {
      await until(isUnsettled)
      await until(
        async () => {
          await moveSequence(1)
          return false
        },
        must ? patience : patienceForMaybe,
      )
    } else if (scenario === 'gap') {
      await until(() => !isBusy())
      await moveSequence(1)
      await addMints(2)
      await until(isUnsettled)
      await moveSequence(-1)
    }
    if (before) await gone(must)
    const reached = before === undefined || before.ended
    if (!reached) await kill()
    core = undefined
    return reached
  }

  /** The network is killed too, after something was settled that it had not saved. */
  async function killAfterFallBack(point: string, passage: number): Promise<boolean> {
    await open()
    await addMints(3)
    await until(() => !isBusy())
    await core?.kill(true)
    await open({ point, passage })
    await addMints(2)
    await gone(false)
    const reached = core?.ended !== false
    if (!reached) await kill()
    core = undefined
    return reached
  }

  /** The database is put back as it was before some mints, which the client then asks for again by the same ids. */
  async function killOnCopy(point: string, passage: number, must: boolean): Promise<boolean> {
    await open()
    await until(() => !isBusy())
    await kill()
    rmSync(copy, { force: true })
    const opened = new SqliteDatabase(database)
    opened.exec(`vacuum into '${copy}'`)
    opened.close()
    await open()
    const before = made
    await addMints(3)
    await until(() => !isBusy())
    await kill()
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true })
    if (existsSync(copy)) copyFileSync(copy, database)
    await open({ point, passage })
    made = before
    await addMints(3)
    await gone(must)
    const reached = core?.ended !== false
    if (!reached) await kill()
    core = undefined
    return reached
  }

  const isBusy = () =>
    isUnsettled() || query("select 1 from mints where state in ('queued', 'composed') limit 1").length > 0

  async function kill(): Promise<void> {
    await core?.kill()
    core = undefined
  }

  /** Kills a core at a random moment; false when nothing was signed and unsettled then. */
  async function killAnywhere(): Promise<boolean> {
    await open()
    if (!isBusy()) await addRun(80)
    await addMints(2)
    await until(() => unsettled(dir) > 0)
    await delay(Math.random() * 400)
    await kill()
    return unsettled(dir) > 0
  }

  /** Lets a last core bring everything to its end, and compares what the database says with what the chain holds. */
  async function compare(): Promise<Comparison> {
    await open()
    const [signer] = query<{ signer: string }>('select signer from transactions limit 1')
    if (signer) await until(() => !isBusy() && query("select 1 from runs where state <> 'finished'").length === 0)
    const total: Comparison = { mints: 0, onChain: 0, doubles: 0, lost: 0, unfinished: 0 }
    if (!core) throw new Error('no core')
    // With nothing left to do no network is up: this needs one.
    await core.call('GET', `/api/2022-06-09/wallets/polygon:${recipientOf(0)}/nfts`)
    const client = await polygonClient(core)
    const mints = query<{
      collection: string
      contract: string
      id: string
      address: string
      state: string
      token: number | null
    }>(
      `select c.id as collection, c.contract_address as contract, m.id, m.address, m.state, m.token_id as token
       from mints m join collections c on c.pk = m.collection_pk`,
    )
    const held = new Map<string, string[]>()
    for (const contract of new Set(mints.map((mint) => mint.contract))) {
      const owners = await ownersOnChain(client, contract)
      held.set(contract, owners)
      total.onChain += owners.length
      total.doubles += owners.length - new Set(owners).size
    }
    total.mints = mints.length
    for (const { contract, address, state, token } of mints) {
      if (state !== 'succeeded') total.unfinished++
      else if (held.get(contract)?.[(token ?? 0) - 1] !== address.toLowerCase()) total.lost++
    }
    const known = new Set(mints.map(({ collection, id }) => `${collection} ${id}`))
    for (const [collection, ids] of accepted) for (const id of ids) if (!known.has(`${collection} ${id}`)) total.lost++
    await kill()
    return total
  }

  return { killAt, killAnywhere, compare, close: () => core?.kill(true).catch(() => undefined) }
}
