/** Takes mints into the journal: those of many requests in one transaction, and in one statement where possible. */
import type { Transaction } from 'kysely'
import type { Project } from '../../../../shared/app-api.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { type MetadataKeys, metadataKeys } from '../../../store/collections/metadata-keys.ts'
import { remember } from '../../../store/installation/idempotency.ts'
import { addWallets, type WalletRecord } from '../../../store/installation/wallets.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import { type EnqueuedMint, enqueueMints } from '../../../store/journal/mints.ts'
import { addAudits } from '../../../store/outbox/audit.ts'
import { type GroupCommit, groupCommit } from '../../../store/sqlite/group-commit.ts'
import type { Database } from '../../../store/tables/schema.ts'
import { auditOfMints } from '../../http/audit.ts'
import type { Caller } from '../../http/auth.ts'
import type { CoreContext } from '../../http/context.ts'
import { limitMints } from '../../http/limits.ts'
import { type KeyedRequest, madeForAll } from '../../http/replay.ts'

/** The mints of one request, with all that is written in the same transaction. */
export interface Intake {
  caller: Caller
  /** The caller's name in the audit log. */
  who: string
  project: Project
  collection: CollectionRow
  drafts: readonly MintDraft[]
  /** The wallets of users among the recipients. */
  wallets: readonly WalletRecord[]
  keyed: KeyedRequest | undefined
}

/** The result of an intake. */
export interface Taken {
  /** Ids of the mints, in the order of the drafts. */
  ids: string[]
  /** The mints as the journal took them; empty if the idempotency key had been used before. */
  made: readonly EnqueuedMint[]
  replayed: boolean
}

/**
 * Takes a request's mints, all of them or none; they are on disk when this resolves.
 * @throws ApiFault 409 `idempotency.conflict`, 429 `key.limit.mints`; CoreError for what cannot be minted
 */
export type TakeMints = GroupCommit<Intake, Taken>

export function takeMints(context: Pick<CoreContext, 'commits' | 'clock'>): TakeMints {
  const keys = metadataKeys()
  return groupCommit(context.commits, (tx, intakes) => takeAll(tx, intakes, keys, context.clock()))
}

async function takeAll(
  tx: Transaction<Database>,
  intakes: readonly Intake[],
  keys: MetadataKeys,
  now: number,
): Promise<Taken[]> {
  const before = await replaysOf(tx, intakes)
  const fresh = intakes.filter((intake) => !before.has(intake))
  const made = new Map<Intake, EnqueuedMint[]>()
  for (const ofOne of groupsOf(fresh, ({ collection }) => collection.pk)) {
    const [{ collection }] = ofOne
    const drafts = ofOne.flatMap((intake) => intake.drafts)
    const mints = await enqueueMints(tx, collection, drafts, { now, keys })
    let from = 0
    for (const intake of ofOne) {
      made.set(intake, mints.slice(from, from + intake.drafts.length))
      from += intake.drafts.length
    }
  }
  const createdOf = (intake: Intake): EnqueuedMint[] => (made.get(intake) ?? []).filter(({ created }) => created)
  const createdUnits = (intake: Intake): number =>
    (made.get(intake) ?? []).reduce((sum, { created }, at) => sum + (created ? (intake.drafts[at]?.amount ?? 1) : 0), 0)
  for (const ofOne of groupsOf(fresh, ({ project }) => project.id))
    await addWallets(
      tx,
      ofOne[0].project.id,
      ofOne.flatMap(({ wallets }) => wallets),
      now,
    )
  await addAudits(
    tx,
    fresh.flatMap((intake) => auditOfMints(intake.project.id, intake.who, intake.collection, createdOf(intake), now)),
  )
  for (const ofOne of groupsOf(fresh, ({ caller }) => caller.key?.id))
    await limitMints(
      tx,
      ofOne.map(({ caller }) => caller),
      ofOne.reduce((sum, intake) => sum + createdUnits(intake), 0),
      now,
    )
  const answers = intakes.map((intake): Taken => {
    const ids = before.get(intake)
    if (ids) return { ids, made: [], replayed: true }
    const mints = made.get(intake) ?? []
    return { ids: mints.map(({ id }) => id), made: mints, replayed: false }
  })
  await remember(
    tx,
    intakes.flatMap(({ keyed }, place) => {
      const answer = answers[place]
      return keyed && answer?.replayed === false ? [{ ...keyed, ids: answer.ids }] : []
    }),
    now,
  )
  return answers
}

/** For intakes whose idempotency key was used before: the ids that were made then. */
async function replaysOf(tx: Transaction<Database>, intakes: readonly Intake[]): Promise<Map<Intake, string[]>> {
  const withKey = intakes.flatMap((intake) => (intake.keyed ? [{ intake, keyed: intake.keyed }] : []))
  const found = await madeForAll(
    tx,
    withKey.map(({ keyed }) => keyed),
  )
  return new Map(
    withKey.flatMap(({ intake }, place) => {
      const ids = found[place]
      return ids ? [[intake, ids] as const] : []
    }),
  )
}

/** Groups items with the same value of `of`, in the order of each group's first item. */
function groupsOf<Item>(items: readonly Item[], of: (item: Item) => unknown): [Item, ...Item[]][] {
  const groups = new Map<unknown, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(of(item))
    if (group) group.push(item)
    else groups.set(of(item), [item])
  }
  return [...groups.values()]
}
