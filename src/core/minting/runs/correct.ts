import { randomUUID } from 'node:crypto'
import { writtenNftId } from '../../../shared/app-api/named-nft.ts'
import type { CorrectionRequest, Finding } from '../../../shared/app-api.ts'
import type { ChainName } from '../../../shared/chains.ts'
import { type Corrected, checkCorrection } from '../../imports/check-correction.ts'
import { type CorrectionStep, correctionStep, correctionsAtMost } from '../../journal/correction.ts'
import { runMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import { collectionByPk, stateForMints } from '../../store/collections/collections.ts'
import { requireSupply } from '../../store/collections/supply.ts'
import { correctionFacts, correctMint, failedInRow, mintOfRun } from '../../store/journal/corrections.ts'
import { foldingEmails, knownEmails } from '../../store/journal/imports.ts'
import type { MintDraft } from '../../store/journal/mint-draft.ts'
import type { MintNow } from '../../store/journal/mints-now.ts'
import { type RunRecord, setRunState } from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { MintMetadata } from '../deps.ts'
import type { Minting } from '../minting.ts'
import { requireAllEntered } from './control.ts'
import { correctedDraft, metadataOf, textOf, withoutUndefined } from './correction-draft.ts'

export interface CorrectionDeps {
  db: Store
  metadata: Pick<MintMetadata, 'resolve' | 'forgetLinks'>
  minting: Pick<Minting, 'wake'>
  clock: () => number
  /** The folder that was dropped beside an import's spreadsheet. */
  mediaDir(importId: string): Promise<string>
  /** Which of these addresses are contracts, in lower case; none where the network does not answer. */
  contractsAmong(run: RunRecord, addresses: string[]): Promise<Iterable<string>>
}

/** A failed mint, what it is to be, and what a person should know of that. */
export interface PlannedCorrection {
  mint: MintNow
  before: Corrected
  after: Corrected
  findings: Finding[]
  /** Undefined where a finding is an error. */
  draft: MintDraft | undefined
}

/**
 * What a correction would make of a failed mint: runs the checks of a spreadsheet row, and checks whether its picture can be fetched.
 * @throws CoreError `run.row` when no failed mint is named, `run.state` when it cannot be corrected now, `correction.*` for what is asked
 */
export async function planCorrection(
  deps: CorrectionDeps,
  run: RunRecord,
  request: CorrectionRequest,
): Promise<PlannedCorrection> {
  const { db } = deps
  const mint = await failedMint(db, run, request)
  await requireCorrectable(db, run, mint)
  const metadata = await metadataOf(db, mint)
  const before: Corrected = {
    recipient: mint.recipient,
    ...(metadata === null ? {} : withoutUndefined({ name: textOf(metadata.name), image: textOf(metadata.image) })),
    ...(mint.metadata_uri === null ? {} : { metadataUri: mint.metadata_uri }),
  }
  const asked = { name: request.name, image: request.image }
  if (metadata === null && (asked.name ?? asked.image) !== undefined)
    throw new CoreError(
      'correction.metadata',
      mint.metadata_uri === null
        ? 'This NFT has no metadata of its own: only its recipient can be corrected.'
        : `The metadata of this NFT is hosted at ${mint.metadata_uri}: correct it there, and give the recipient alone.`,
    )
  const after: Corrected = { ...before, recipient: request.recipient ?? before.recipient, ...withoutUndefined(asked) }
  const { findings, draft } = await checkCorrection(after, {
    row: mint.row ?? 0,
    chain: run.chain as ChainName,
    mediaDir: run.import_id === null ? null : await deps.mediaDir(run.import_id),
    contractsAmong: (addresses) => deps.contractsAmong(run, addresses),
    similarTo: async (folded) => [
      ...(await knownEmails(db, run.collection_pk, [folded])),
      ...(await foldingEmails(db, run.collection_pk)),
    ],
  })
  if (draft === undefined) return { mint, before, after, findings, draft: undefined }
  const corrected = await correctedDraft(deps, run, { mint, metadata, row: draft })
  findings.push(...corrected.findings)
  const isGood = findings.every(({ level }) => level !== 'error')
  return { mint, before, after, findings, draft: isGood ? corrected.draft : undefined }
}

/**
 * Lets a failed mint wait again in its corrected form: under a new action, in a batch of another job, which names the jobs that it replaces. The
 * first failure stays in its history. In one commit, or not at all.
 * @throws CoreError as {@link planCorrection}, and `correction.findings` when what it would be has errors; `supply.exceeded`
 */
export async function correctRow(deps: CorrectionDeps, run: RunRecord, request: CorrectionRequest): Promise<void> {
  const { db, clock } = deps
  // The person may have repaired links that could not be fetched.
  await deps.metadata.forgetLinks(run.id)
  const { mint, draft, findings } = await planCorrection(deps, run, request)
  if (draft === undefined)
    throw new CoreError(
      'correction.findings',
      findings.flatMap(({ level, message }) => (level === 'error' ? [message] : [])).join(' '),
    )
  await db.transaction().execute(async (trx) => {
    const now = await mintOfRun(trx, run.id, mint.id)
    // The mint was corrected in between: it is no longer the one that was checked.
    if (now?.action_id !== mint.action_id || now.state !== mint.state) throw refusal('not-failed', mint)
    await requireCorrectable(trx, run, mint)
    await requireAllEntered(trx, run)
    await stateForMints(trx, run.collection_pk)
    const at = { runId: run.id, pk: mint.pk, actionId: randomUUID() }
    await correctMint(trx, at, await collectionByPk(trx, run.collection_pk), draft, clock())
    await requireSupply(trx, run.collection_pk, mint.amount, mint.amount)
    // A run that is paused stays so: the mint waits with its others.
    await setRunState(trx, run.id, runMoves.retry, { completed_at: null })
  })
  deps.minting.wake(run.collection_pk)
}

async function failedMint(db: Store, run: RunRecord, { row, nftId = '' }: CorrectionRequest): Promise<MintNow> {
  if (row === undefined) {
    const named = await mintOfRun(db, run.id, nftId)
    if (named) return named
    throw new CoreError('run.row', `No NFT of this run has the id ${nftId}: see which have failed with "runs show".`)
  }
  const ids = await failedInRow(db, run.id, row)
  if (ids.length > 1)
    throw new CoreError(
      'run.row',
      `${ids.length} NFTs of row ${row} have failed: name one by its id, which is one of ${ids.slice(0, 5).map(writtenNftId).join(', ')}${ids.length > 5 ? ', …' : ''}.`,
    )
  const mint = ids[0] === undefined ? undefined : await mintOfRun(db, run.id, ids[0])
  if (mint) return mint
  const called = await mintOfRun(db, run.id, String(row))
  const cure =
    called?.state === 'failed'
      ? `if the one with the id ${row} is meant, which is of row ${called.row}, write ${writtenNftId(called.id)}.`
      : 'see which have with "runs show".'
  throw new CoreError('run.row', `No NFT of row ${row} of this run has failed: ${cure}`)
}

async function requireCorrectable(db: Parameters<typeof correctionFacts>[0], run: RunRecord, mint: MintNow) {
  const facts = await correctionFacts(db, mint.pk)
  const step = facts ? correctionStep(facts) : 'not-failed'
  if (step !== 'correct') throw refusal(step, mint, run)
}

function refusal(step: Exclude<CorrectionStep, 'correct'>, mint: MintNow, run?: RunRecord): CoreError {
  const which = mint.row === null ? `The NFT ${mint.id}` : `The NFT of row ${mint.row}`
  switch (step) {
    case 'not-failed':
      return new CoreError('run.state', `${which} has not failed, so it cannot be corrected: look at the run again.`)
    case 'unsettled':
      return new CoreError(
        'run.state',
        run?.state === 'cancelled'
          ? `The run was cancelled, and what had been sent of it is not settled yet: correct row ${mint.row} when it is.`
          : `${which} may still be minted by a transaction that is under way: correct it when that is settled.`,
      )
    case 'too-often':
      return new CoreError(
        'run.state',
        `${which} was corrected ${correctionsAtMost} times, and cannot be once more: mint it from a new file, under another id.`,
      )
  }
}
