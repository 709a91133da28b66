import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NamedRun, ranBelow, runNamed } from './run-named.ts'

const root = join(import.meta.dirname, '../..')
const simulated = 'test/minting/simulated/journal-simulated.test.ts'
const unconfirmed = 'test/minting/transactions/unconfirmed.test.ts'
const steps = 'test/journal/steps.test.ts'
const reverted = 'test/minting/reconcile/reverted.test.ts'
const verifyMinted = 'test/journal/verify-minted.test.ts'
const histories = 'test/journal/histories.test.ts'
const lyingAboutOutcomes = 'test/minting/reconcile/lying-about-outcomes.test.ts'
const lyingAboutNonces = 'test/minting/reconcile/lying-about-nonces.test.ts'
const lyingAboutFees = 'test/minting/reconcile/lying-about-fees.test.ts'
const lyingAboutHistory = 'test/minting/reconcile/lying-about-history.test.ts'
const lyingAboutContracts = 'test/minting/reconcile/lying-about-contracts.test.ts'
const lyingAboutRefusals = 'test/minting/reconcile/lying-about-refusals.test.ts'
const silentRpcs = 'test/minting/reconcile/silent-rpcs.test.ts'
const fence = 'test/journal/fence.test.ts'
const comesBack = 'test/minting/transactions/failed-comes-back.test.ts'
const olderCopy = 'test/minting/reconcile/older-copy.test.ts'
const corrected = 'test/minting/transactions/corrected.test.ts'
const correction = 'test/journal/correction.test.ts'
const retriedCancelled = 'test/minting/runs/retried-cancelled.test.ts'
const entering = 'test/minting/runs/entering.test.ts'
const enteringBatches = 'test/minting/runs/entering-batches.test.ts'
const caps = 'test/minting/caps.test.ts'
const twoCopies = 'test/minting/reconcile/two-copies.test.ts'
const tokenList = 'test/minting/reconcile/token-list.test.ts'
const jobEvidence = 'test/minting/reconcile/job-evidence.test.ts'
const refusedCopies = 'test/minting/transactions/refused-copies.test.ts'
const withdrawals = 'test/minting/withdrawals.test.ts'
const jobIds = 'test/minting/compose/job-id.test.ts'
const mintedSince = 'test/minting/runs/minted-since.test.ts'
const deployedFirst = 'test/minting/transactions/deployed-first.test.ts'
const handOverCeilings = 'test/minting/transfers/hand-over-ceilings.test.ts'
const stopped = 'test/minting/hand-overs/stopped.test.ts'
const revocations = 'test/minting/transfers/revocations.test.ts'
const expired = 'test/minting/transactions/expired.test.ts'
const byStrangers = 'test/minting/transactions/refused-by-strangers.test.ts'
const lyingToTransfers = 'test/minting/transfers/lying-rpc.test.ts'

/** Faults put into the engine on purpose, and the test that must notice each. */
const mutants: { fault: string; source: string; from: string; to: string; file?: string; test: string }[] = [
  {
    fault: 'a start forgets what a person said',
    source: 'signer-queue.ts',
    from: 'const reverted = await resumedCollections(deps.db, project.id, client.chain)\n',
    to: 'const reverted = new Set([...(await resumedCollections(deps.db, project.id, client.chain))].filter((pk) => accepted.has(pk)))\n',
    file: reverted,
    test: 'goes on where it was when the engine ends before restate',
  },
  {
    fault: 'one RPC alone is believed that the account made more transactions than the journal knows',
    source: 'transactions/unconfirmed-nonce-use.ts',
    from: "  if (result?.kind === 'agreed') return result.own ? null : { doubt: null, counted }\n",
    to: '  if (result) return null\n',
    file: lyingAboutNonces,
    test: 'of two RPCs: nothing is signed behind a gap',
  },
  {
    fault: 'one RPC alone says what is paid for gas',
    source: 'transactions/agreed-fees.ts',
    from: '      return within(own, other)\n',
    to: '      return own\n',
    file: lyingAboutFees,
    test: 'no more is signed than four times what another one asks',
  },
  {
    fault: 'one RPC alone is believed that a contract is on chain',
    source: 'agreed-deployment.ts',
    from: "  if (wordOf(own).kind === 'missing') return true\n",
    to: '  if (own !== null) return true\n',
    file: lyingAboutContracts,
    test: 'that a contract is on chain: it is not recorded',
  },
  {
    fault: 'one RPC alone is believed that a contract is missing',
    source: 'agreed-deployment.ts',
    from: '  const words = (await wordsOf(client, asked, own, counts, planned)) ?? []\n',
    to: '  const words = [wordOf(own)]\n',
    file: lyingAboutContracts,
    test: 'that a contract is missing: what is there',
  },
  {
    fault: 'one RPC alone is believed that a batch is too heavy',
    source: 'reconcile/second-word.ts',
    from: '        if (error instanceof Refusal) await refusedByBoth(client, error, of)\n',
    to: "        if (error instanceof Refusal && !('code' in error.outcome && error.outcome.code === tooHeavy)) await refusedByBoth(client, error, of)\n",
    file: lyingAboutRefusals,
    test: 'one that says that batches are too heavy',
  },
  {
    fault: 'a wallet is sent coin whenever one RPC says that it lacks it',
    source: 'transfers/plan-transfers.ts',
    from: '  if (!(await lackIsAgreed(client, { signer: row.signer, wants, arrived }, planned))) return later()\n',
    to: '',
    file: lyingToTransfers,
    test: 'that a wallet still lacks the coin which it was sent',
  },
  {
    fault: 'tokens that no node tells of are minted again',
    source: 'reconcile/token-list.ts',
    from: '  if (found.length < same.length)\n',
    to: '  if (found.length > same.length)\n',
    file: tokenList,
    test: 'does not mint them again while no node tells which of its tokens they are',
  },
  {
    fault: 'the permission of a refused transfer stays valid',
    source: 'transactions/settle-other.ts',
    from: "  return client.transfers?.leavesPermission?.(transfer) ? 'revoke' : null\n",
    to: '  return null\n',
    file: revocations,
    test: 'are revoked, and then the transfer fails with what refused it',
  },
  {
    fault: 'a refused transfer that was carried out before it was revoked has failed',
    source: 'transfers/after-revocation.ts',
    from: '  if (reason === null && doneBy !== undefined) return { reason: null, doneBy }\n',
    to: '',
    file: revocations,
    test: 'that somebody carried out meanwhile have made the transfer, seen in the block of the revocation',
  },
  {
    fault: 'what was read back without a name counts although a reorganisation took it out',
    source: 'reconcile/reconcile.ts',
    from: '  await forgetUnnamed(deps.db, collection.pk)\n',
    to: '  if (unrecognised === 0) await forgetUnnamed(deps.db, collection.pk)\n',
    file: olderCopy,
    test: 'what it read back comes back behind what strangers bought',
  },
  {
    fault: 'the number of a job that was found stays after it came back under another',
    source: 'reconcile/fence.ts',
    from: '    trail = await trailOfChain(context, fence, collection, mark, block)\n',
    to: '',
    file: olderCopy,
    test: 'what it read back comes back behind what strangers bought',
  },
  {
    fault: 'mints for the same recipients are taken for those of a batch whose list is lost',
    source: 'reconcile/tags-by-job.ts',
    from: 'batchJobId(key, kind, tags, generation) === job',
    to: 'batchJobId(key, kind, tags, generation) !== ""',
    file: olderCopy,
    test: 'takes no other mints for those of a batch',
  },
  {
    fault: 'a transaction is sent before it is on disk',
    source: 'transactions/sign.ts',
    from: "  deps.point('before commit')\n",
    to: "  await client.send(made.map(({ raw }) => `0x${raw.toString('hex')}` as const))\n  deps.point('before commit')\n",
    test: 'has every byte on disk before it is sent',
  },
  {
    fault: 'a lost answer is answered with a fresh sequence',
    source: 'transactions/observe.ts',
    from: "} else if (step === 'send') resend(transaction, last)",
    to: `} else if (step === 'send' && last.answer?.startsWith('unclear'))
      await deps.db.updateTable('batches').set({ state: 'prepared' }).where('transaction_pk', '=', transaction.pk).execute()
    else if (step === 'send') resend(transaction, last)`,
    test: 'takes a lost answer for no answer',
  },
  {
    fault: 'a batch is composed again when it is planned again',
    source: 'bring-up.ts',
    from: '  for (const batch of await unsignedBatches(',
    to: `  for (const { pk } of await unsignedBatches(deps.db, collection.pk, 99, []))
    await (await import('../store/journal/settle-batches.ts')).settleAlreadyMinted(deps.db, { batchPk: pk, minted: [], transaction: null }, deps.clock())
  for (const batch of await unsignedBatches(`,
    test: 'keeps a batch as it was composed',
  },
  {
    fault: 'a signer queue knows of no spending caps',
    source: 'deps.ts',
    from: 'return owner === null ? {',
    to: 'return owner !== null ? {',
    file: caps,
    test: 'stops a run at its cap',
  },
  {
    fault: 'a fee bump counts nothing towards a spending cap',
    source: 'transactions/fee-bump.ts',
    from: '  const cost = costAtMost(call, fee.max)\n',
    to: '  const cost = 0n\n',
    file: caps,
    test: 'lets no fee bump go over it',
  },
  {
    fault: 'filling a nonce gap keeps to no spending cap',
    source: 'transactions/nonce-gap.ts',
    from: '    spenderOf(context),\n',
    to: '    spenderOf(context) && null,\n',
    file: caps,
    test: 'lets nothing that fills a gap go over it',
  },
  {
    fault: 'a withdrawal is signed though the account was used beside the journal',
    source: 'transfers/plan-withdrawals.ts',
    from: '  if (await usedByOthers(context, round, row))',
    to: '  if (row.pk < 0 && (await usedByOthers(context, round, row)))',
    file: withdrawals,
    test: 'that an older copy of the database holds is not sent again, where an RPC tells the count as it is',
  },
  {
    fault: 'nothing waits for confirmations',
    source: '../journal/steps.ts',
    from: 'seen.head - receipt.blockNumber + 1 >= seen.confirmations',
    to: 'seen.head >= receipt.blockNumber',
    test: 'settles nothing before its confirmations',
  },
  {
    fault: 'a job id says nothing of what is minted',
    source: 'job-id.ts',
    from: 'return key(`mintdesk batch v2',
    to: 'return key(`${Math.random()} mintdesk batch v2',
    file: jobIds,
    test: 'a job follows from the seed, its kind, its members and their order',
  },
  {
    fault: 'a sequence is given up before what used it is final',
    source: '../journal/steps.ts',
    from: "return seen.finalCount > transaction.sequence ? 'verify-dead' : 'wait'",
    to: "return 'verify-dead'",
    file: steps,
    test: 'its sequence used by another, not final',
  },
  {
    fault: 'a nonce gap is not filled',
    source: '../journal/rounds.ts',
    from: "|| facts.taken ? 'wait' : 'fill'",
    to: "|| facts.taken ? 'wait' : 'wait'",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'an older copy of the database does not see by the marks that it is one',
    source: '../journal/rounds.ts',
    from: 'return !mark.known && mark.sequence >= confirmedCount',
    to: 'return !mark.known && mark.sequence < 0',
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'what a reorganisation took out is not sent again',
    source: '../journal/steps.ts',
    from: "if (transaction.state === 'included') return 'reorganised'",
    to: "if (transaction.state === 'included') return 'wait'",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'a block that may still be taken back is believed',
    source: 'transactions/give-up.ts',
    from: 'if (confirmed !== firstTokenId || ',
    to: 'if (',
    file: unconfirmed,
    test: 'does not believe an unconfirmed block',
  },
  {
    fault: 'a job that was found when a sequence is given up rests on no block that is looked at again',
    source: 'transactions/give-up.ts',
    from: ' || !(await anchorAt(context, block))',
    to: '',
    file: unconfirmed,
    test: 'tells of a deep reorganisation that takes it out',
  },
  {
    fault: 'what is read back counts before it has its confirmations',
    source: 'reconcile/reconcile.ts',
    from: "  if (!(await allConfirmed(client, contract, counters, block))) return 'unsettled'\n",
    to: '',
    file: unconfirmed,
    test: 'reads nothing back of a block that may still be taken back',
  },
  {
    fault: 'a batch of which nobody can read whose mints it holds is passed by',
    source: 'reconcile/reconcile.ts',
    from: '    if (!tags || tags.length !== batch.recipients.length) {',
    to: '    if (tags?.length !== batch.recipients.length) continue\n    if (!tags) {',
    file: olderCopy,
    test: 'stops where the lists are lost as well',
  },
  {
    fault: 'a collection that counts more tokens than the journal is minted into all the same',
    source: 'reconcile/token-list.ts',
    from: 'if (count === accounted) return',
    to: 'if (count >= accounted) return',
    file: tokenList,
    test: 'finds the mints that wait among the tokens on chain',
  },
  {
    fault: 'a collection that counts fewer tokens than the journal is minted into all the same',
    source: 'reconcile/token-list.ts',
    from: 'if (count === accounted) return',
    to: 'if (count <= accounted) return',
    file: tokenList,
    test: 'is stopped when the chain counts fewer than it knows',
  },
  {
    fault: 'that a contract knows a job is believed, whoever it minted for',
    source: 'reconcile/job-evidence.ts',
    from: "  if (!isSame(recipients, record.recipients)) return 'for other recipients'\n",
    to: '',
    file: jobEvidence,
    test: 'does not where it holds another recipient of a lone mint',
  },
  {
    fault: 'contracts of a batch of copies that reverted are tried together once more',
    source: 'transactions/refused-copies.ts',
    from: '  if (suspects.length > 0) return',
    to: '  if (suspects.length < 0) return',
    file: refusedCopies,
    test: 'nothing says why: contracts go alone at once',
  },
  {
    fault: 'one RPC of several halts a collection by saying that a block is another now',
    source: 'reconcile/taken-back.ts',
    from: '  return !(await isConfirmed(context, block.number, there.hash, observed))',
    to: '  return false',
    file: lyingAboutHistory,
    test: 'that what was read back is gone',
  },
  {
    fault: 'a take-over goes for the writer alone that a person was told of',
    source: 'engine.ts',
    from: '...(last ? [last] : [])',
    to: '...(last ? [] : [])',
    file: twoCopies,
    test: 'a take-over goes for the copy that was closed',
  },
  {
    fault: 'a contract that lost what the journal calls minted is minted into all the same',
    source: '../journal/rounds.ts',
    from: 'last.stands === last.firstToken',
    to: 'last.stands >= 0',
    file: reverted,
    test: 'an older copy whose node has forgotten the blocks',
  },
  {
    fault: 'what was read back from the chain counts as minted, whatever the contract has there',
    source: '../journal/rounds.ts',
    from: ' && found?.stands !== false',
    to: '',
    file: verifyMinted,
    test: 'what was read back is not there',
  },
  {
    fault: 'a deep reorganisation that takes out what was read back alarms nobody',
    source: 'reconcile/taken-back.ts',
    from: 'new Map([...(await movedFinds(context)), ...alarm.halted])',
    to: 'new Map(alarm.halted)',
    file: reverted,
    test: 'what an older copy had read back, and a reorganisation takes out, stops the collection as well',
  },
  {
    fault: 'a journal that calls a token two NFTs is minted from all the same',
    source: '../journal/rounds.ts',
    from: ' && !facts.twice',
    to: '',
    file: verifyMinted,
    test: 'a token is said to be two NFTs',
  },
  {
    fault: 'a person goes on, and what was taken back still counts as minted',
    source: 'reconcile/verify-minted.ts',
    from: 'places.set(pk, stands[at] ?? 0)',
    to: 'if (stands[at]) places.set(pk, stands[at])',
    file: reverted,
    test: 'a batch that does not come back has failed',
  },
  {
    fault: 'a reorganisation deeper than the confirmations is not noticed',
    source: 'reconcile/taken-back.ts',
    from: 'now === undefined || now.hash === block.hash',
    to: 'now === undefined || now.hash !== undefined',
    file: reverted,
    test: 'what was taken back goes out again as it was',
  },
  {
    fault: 'what had failed goes out again after such a reorganisation',
    source: 'reconcile/recover.ts',
    from: "'fill') await fill(context, count)",
    to: `'fill') await client.send((await attemptsOf(deps.db, [(await failedAt(deps.db, queue, count))?.pk ?? 0])).map(({ raw }) => \`0x\${raw.toString('hex')}\` as const))`,
    file: reverted,
    test: 'what had failed does not go out again',
  },
  {
    fault: 'what became of a transaction is written down on the word of one RPC of several',
    source: '../journal/agreement.ts',
    from: 'const wanted = 2',
    to: 'const wanted = 1',
    file: lyingAboutOutcomes,
    test: 'that a transaction failed',
  },
  {
    fault: 'a sequence is given up on the word of one RPC of several',
    source: 'transactions/give-up.ts',
    from: "if (result?.kind !== 'agreed' || !result.own) return false",
    to: '',
    file: lyingAboutOutcomes,
    test: 'about the account’s count and the contract’s jobs: no batch that is in no block yet',
  },
  {
    fault: 'one RPC of several can hide that a contract knows a job',
    source: 'reconcile/second-word.ts',
    from: '    job: (...of) => both((one) => one.job(...of)),\n',
    to: '',
    file: lyingAboutOutcomes,
    test: 'that the contract does not know the job of a batch that a copy minted',
  },
  {
    fault: 'a writer enters though the mints of a job that was found were not read back',
    source: 'reconcile/fence.ts',
    from: '    if (await hasUnreadJobs(deps.db, collection.pk))\n      throw',
    to: '    if (await hasUnreadJobs(deps.db, 0))\n      throw',
    file: lyingAboutHistory,
    test: "'omits it from its counters at the head'",
  },
  {
    fault: 'an RPC that is behind confirms what has not its confirmations there',
    source: 'transactions/agreed-outcomes.ts',
    from: 'return isDeep(receipt)',
    to: 'return true',
    file: silentRpcs,
    test: 'because its head is stale',
  },
  {
    fault: 'a higher fee is signed for other calls',
    source: 'transactions/fee-bump.ts',
    from: ': callOf(transaction)',
    to: ": { ...callOf(transaction), value: '1' }",
    test: 'raises the fee of a transaction that a higher base fee holds up',
  },
  {
    fault: 'an unknown writer is not stopped at',
    source: '../journal/fence.ts',
    from: 'return writer === 0 || known ',
    to: 'return writer >= 0 || known ',
    file: fence,
    test: 'a writer that nobody here knows',
  },
  {
    fault: 'the jobs that a call replaces are not named',
    source: '../journal/fence.ts',
    from: 'ended.get(mint) ?? []',
    to: '[]',
    file: fence,
    test: 'mint nothing twice by all rules together',
  },
  {
    fault: 'of the jobs that a call replaces the last ones alone are named',
    source: '../journal/fence.ts',
    from: 'ended.get(mint) ?? []',
    to: '(ended.get(mint) ?? []).slice(-1)',
    file: fence,
    test: 'are all under which any of its mints was signed',
  },
  {
    fault: 'more is signed before a block holds the entry',
    source: '../journal/fence.ts',
    from: "case 'sent':\n      return 'wait'",
    to: "case 'sent':\n      return 'sign'",
    file: fence,
    test: 'entry: what is signed behind one that fails',
  },
  {
    fault: 'who minted nothing yet is stopped as if another one had',
    source: '../journal/fence.ts',
    from: 'return writer === 0 || known ',
    to: 'return known ',
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'two copies of the app take over from each other by themselves',
    source: '../journal/fence.ts',
    from: 'return writer === 0 || known ',
    to: 'return writer >= 0 || known ',
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'an entry that failed is waited for',
    source: '../journal/fence.ts',
    from: "      return 'compare'\n  }",
    to: "      return 'wait'\n  }",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'what the fence refuses has failed',
    source: '../journal/steps.ts',
    from: "? 'alreadyMinted' : 'fenced'",
    to: "? 'alreadyMinted' : 'failed'",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'a person goes on, and what stands elsewhere keeps its old number',
    source: '../journal/rounds.ts',
    from: 'if (!facts.accepted && stands',
    to: 'if (stands',
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'what strangers bought in between is not looked for once a person says to go on',
    source: 'reconcile/verify-minted.ts',
    from: 'accepted: context.reverted?.has(collection.pk) ?? false',
    to: 'accepted: false',
    file: reverted,
    test: 'what strangers bought before it gives it another number',
  },
  {
    fault: 'a round that began before a person said to go on halts the collection again',
    source: 'reconcile/verify-minted.ts',
    from: 'sentence(collection, facts, last, highest), context.resumes)',
    to: 'sentence(collection, facts, last, highest))',
    file: corrected,
    test: 'goes on where a person says so in the middle of a round, at its question 1 to',
  },
  {
    fault: 'what is settled in a look hides that what was settled before is gone',
    source: 'transactions/observe.ts',
    from: "    observed.back = await lookForTakenBack(context, observed)\n    if (observed.back !== 'stands') return observed\n",
    to: '',
    file: reverted,
    test: 'is told, too, where what comes behind it',
  },
  {
    fault: 'a batch that failed on chain is forgotten by what mints its NFTs anew',
    source: 'transactions/settle-confirmed.ts',
    from: '    noteEnded(context.sessions, collection.pk, batch.job_id, members)\n',
    to: '',
    file: comesBack,
    test: 'a batch that failed and was tried again comes back first',
  },
  {
    fault: 'a mint is said to have succeeded before its collection is said to be on chain',
    source: 'transactions/settle-confirmed.ts',
    from: '      for (const collection of collections.values()) await recordDeployed(context, collection)\n',
    to: '',
    file: deployedFirst,
    test: 'a mint is said to have succeeded once',
  },
  {
    fault: 'a mint that was corrected keeps its job',
    source: '../journal/correction.ts',
    from: ' && (lastBatch === null || batch.pk > lastBatch)',
    to: '',
    file: corrected,
    test: 'a mint on its own is minted once where its first transaction comes back first',
  },
  {
    fault: 'an older copy of the database asks for the first job of a mint alone',
    source: '../journal/correction.ts',
    from: 'export const loneJobs = 8',
    to: 'export const loneJobs = 1',
    file: corrected,
    test: 'is found by its id by an older copy',
  },
  {
    fault: 'a mint is corrected while its transaction may still be included',
    source: '../journal/correction.ts',
    from: "includes(transaction)) return 'unsettled'",
    to: "includes(transaction)) return 'correct'",
    file: correction,
    test: 'not while its transaction may still be included',
  },
  {
    fault: 'a run goes on at another row than the one it came to',
    source: 'runs/enter-rows.ts',
    from: 'await moveEntering(trx, run.run_id, end,',
    to: 'await moveEntering(trx, run.run_id, end - (end > run.place ? 1 : 0),',
    file: entering,
    test: 'says how far it is, and shows the rows that are there',
  },
  {
    fault: 'rows that are still to be added are not counted against the supply limit',
    source: 'runs/create-run.ts',
    from: 'minted_before: decided.mintedBefore, units: decided.units }',
    to: 'minted_before: decided.mintedBefore, units: 0 }',
    file: entering,
    test: 'is there with all that it promises before any row of it is',
  },
  {
    fault: 'a key’s daily limit is taken after the run was made',
    source: 'runs/create-run.ts',
    from: '    await options.allowance?.take(trx, decided.units)\n',
    to: '',
    file: entering,
    test: 'counts against a key before anything of it is there',
  },
  {
    fault: 'rows are added to a run that was cancelled',
    source: 'runs/control.ts',
    from: '        if (moved) await endEntering(trx, run.id)\n',
    to: '',
    file: entering,
    test: 'can be cancelled: what is not there never is',
  },
  {
    fault: 'a run is retried while it is still being cancelled',
    source: 'runs/control.ts',
    from: '          if (now && isBeingCancelled(now.state, now.completed_at !== null)) throw beingCancelled(run)\n',
    to: '',
    file: retriedCancelled,
    test: 'a run that is still being cancelled is not retried',
  },
  {
    fault: 'a run takes whatever rows its file has now',
    source: 'runs/entering.ts',
    from: 'identity === null || runContent(collection, identity.digest) !== content',
    to: 'identity === null',
    file: entering,
    test: 'takes no other rows than those it was made of',
  },
  {
    fault: 'a batch of a run is composed before it is whole',
    source: 'compose/compose.ts',
    from: '    rows.length -= loose\n',
    to: '',
    file: enteringBatches,
    test: 'composes whole batches alone while rows are added',
  },
  {
    fault: 'a run does not look at what failed when its file was checked, and goes on since',
    source: 'runs/create-run.ts',
    from: '(await hasContentsSince(db, collection.pk, compared))',
    to: '(await hasContentsSince(db, collection.pk, { ...compared, revived }))',
    file: mintedSince,
    test: 'what failed when a file was checked',
  },
  {
    fault: 'what goes on while it is decided what a run takes is not seen',
    source: 'runs/create-run.ts',
    from: '    if ((await revivedIn(trx, pk)) !== revived) return undefined\n',
    to: '',
    file: mintedSince,
    test: 'nor what is tried again while it is decided',
  },
  {
    fault: 'failed mints are tried again while the rows of another file are added',
    source: 'runs/control.ts',
    from: '          await requireAllEntered(trx, run)\n',
    to: '',
    file: mintedSince,
    test: 'nothing is tried again or corrected while rows',
  },
  {
    fault: 'a hand-over above its fee ceiling holds up those behind it',
    source: 'plan.ts',
    from: 'const moved = { handOvers: paying,',
    to: 'const moved = { handOvers,',
    file: handOverCeilings,
    test: 'holds up no other of the treasury’s',
  },
  {
    fault: 'a hand-over above its fee ceiling holds up what else a wallet sends',
    source: 'transfers/plan-wallet.ts',
    from: 'const pks = paying.map(',
    to: 'const pks = all.map(',
    file: handOverCeilings,
    test: 'holds up no other of a wallet’s that sends its own',
  },
  {
    fault: 'coin for wallets is sent above the fee ceiling of their hand-over',
    source: 'transfers/plan-transfers.ts',
    from: '  const ceiling = await payable(context, round, row, planned)\n  if (ceiling === undefined) return true\n  const signed',
    to: '  const ceiling = null\n  const signed',
    file: handOverCeilings,
    test: 'gets no coin for its wallets',
  },
  {
    fault: 'a hand-over that is stopped leaves wallets waiting that another one could go on with',
    source: 'hand-overs/orders.ts',
    from: 'for (const transferPk of firsts ?? []) minting',
    to: 'for (const transferPk of firsts?.slice(firsts.length) ?? []) minting',
    file: stopped,
    test: 'pause: a wallet that waited for coin for it',
  },
  {
    fault: 'a burn counts as done when a stranger refuses it in words of the fence before it is signed',
    source: 'transactions/token-refusals.ts',
    from: 'reason: refusalReason(context, outcome) }',
    to: "reason: outcome.kind === 'failed' ? outcome : null }",
    file: byStrangers,
    test: "a burn that is refused before it is signed fails, in the words 'another-history'",
  },
  {
    fault: 'what moves coin counts as done when a stranger refuses it in words of the fence',
    source: 'transactions/outcome.ts',
    from: 'reason: refusalReason(context, outcome), changes',
    to: "reason: outcome.kind === 'failed' ? outcome : null, changes",
    file: byStrangers,
    test: "a withdrawal that is refused in its block fails, in the words 'another-writer'",
  },
  {
    fault: 'what an RPC says of a blockhash that it may not know yet ends a transaction',
    source: 'transactions/give-up.ts',
    from: '  if (client.expiry && client.witnesses && ageOf(own, deps.clock()) < client.expiry.unknownMs) return false\n',
    to: '',
    file: expired,
    test: 'nor while another may not know their blockhash yet',
  },
]

describe('deliberate faults of the journal', () => {
  let folder: string
  let run: NamedRun
  /** How often the passage that a fault changes stands in the source. */
  const passages: number[] = []
  const nameOf = (place: number) => `mutant-${place}`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-mutants-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await copyTo('untouched')
    const wanted: Record<string, string[]> = {}
    for (const file of [
      simulated,
      unconfirmed,
      reverted,
      verifyMinted,
      steps,
      histories,
      lyingAboutOutcomes,
      lyingAboutNonces,
      lyingAboutFees,
      lyingAboutHistory,
      lyingAboutContracts,
      lyingAboutRefusals,
      silentRpcs,
      fence,
      jobIds,
      comesBack,
      olderCopy,
      corrected,
      correction,
      entering,
      enteringBatches,
      caps,
      withdrawals,
      twoCopies,
      tokenList,
      jobEvidence,
      refusedCopies,
      deployedFirst,
      mintedSince,
      handOverCeilings,
      stopped,
      retriedCancelled,
      byStrangers,
      lyingToTransfers,
      revocations,
      expired,
    ])
      wanted[join(folder, 'untouched', file)] = mutants.flatMap((one) =>
        (one.file ?? simulated) === file ? [one.test] : [],
      )
    for (const [place, { source, from, to, file = simulated, test }] of mutants.entries()) {
      await copyTo(nameOf(place))
      const changed = join(folder, nameOf(place), 'src/core/minting', source)
      const text = await readFile(changed, 'utf8')
      passages.push(text.split(from).length - 1)
      await writeFile(
        changed,
        text.replace(from, () => to),
      )
      wanted[join(folder, nameOf(place), file)] = [test]
    }
    run = await runNamed(folder, wanted, { MINTDESK_HISTORIES: '1000', MINTDESK_SHRINK: '0' })
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What faults are put into is copied, with its tests; all else is there by links, and so is loaded once for all copies. */
  async function copyTo(name: string): Promise<void> {
    const copied = ['src/core/minting', 'src/core/journal', 'test/minting', 'test/journal']
    for (const part of copied) await cp(join(root, part), join(folder, name, part), { recursive: true })
    for (const part of ['src/shared', 'resources', 'test/store'])
      await symlink(join(root, part), join(folder, name, part))
    for (const part of await readdir(join(root, 'src/core')))
      if (!copied.includes(`src/core/${part}`))
        await symlink(join(root, 'src/core', part), join(folder, name, 'src/core', part))
  }

  const ranIn = (name: string) => ranBelow(run, join(folder, name))

  it('are not there: the untouched copy passes', () => {
    const ran = ranIn('untouched')
    expect(
      ran.filter(({ status }) => status !== 'passed'),
      run.output,
    ).toEqual([])
    expect(ran).toHaveLength(new Set(mutants.map(({ test }) => test)).size)
  })

  for (const [place, { fault, test }] of mutants.entries())
    it(`are noticed: ${fault}`, () => {
      expect(passages[place], 'the passage to change stands in the source once').toBe(1)
      const ran = ranIn(nameOf(place))
      expect(ran, run.output).toHaveLength(1)
      expect(ran[0]).toMatchObject({ title: expect.stringContaining(test), status: 'failed' })
      expect(ran[0]?.failureMessages?.join('\n'), 'it fails for what it says, not for a fault of its own').toContain(
        'AssertionError',
      )
    })
})
