import { isDefaultCollection } from '../../core/store/collections/default-collections.ts'
import { type Checklist, type ChecklistStepName, checklistPatch, type RpcReport } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { checklistWords } from '../../shared/words/checklist-words.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'

/** Shows the checklist of a live project, each open step with its cure, and tests the network. The exit code is 1 while a step is open. */
export async function checkLive(
  context: Context,
  { chain, hostedMetadata }: { chain?: string; hostedMetadata?: boolean },
): Promise<ExitCode> {
  const { terminal } = context
  const named = checklistPatch.safeParse({ chain })
  if (!named.success)
    throw new CommandError('chain.unknown', `There is no network ${JSON.stringify(chain)}: see "networks list --live".`)
  return withApi(context, async (api) => {
    const { project } = await api.state()
    if (project.kind !== 'live')
      throw new CommandError(
        'project.practice',
        `${JSON.stringify(project.name)} is a practice project, which needs nothing: name a live one with --project.`,
      )
    const chosen = { ...named.data, ...(hostedMetadata ? { hostsMetadata: true } : {}) }
    if (Object.keys(chosen).length > 0) await api.changeChecklist(project.id, chosen)
    const { checklist, reports } = await testedList(api, project.id)
    terminal.result({ ...checklist, rpcs: reports }, linesOf(context, checklist, reports))
    return checklist.done ? exitCodes.done : exitCodes.failed
  })
}

/** The checklist. Tests the network first if it has not passed a test yet. */
async function testedList(
  api: AppClient,
  projectId: string,
): Promise<{ checklist: Checklist; reports: readonly RpcReport[] }> {
  const checklist = await api.checklist(projectId)
  const open = checklist.steps.some(({ name, state }) => name === 'network' && state === 'open')
  return open ? api.testChecklistNetwork(projectId) : { checklist, reports: [] }
}

const marks = { done: '[x]', open: '[ ]', 'under-way': '[.]', later: '[ ]' } as const

function linesOf(context: Context, checklist: Checklist, reports: readonly RpcReport[]): string[] {
  const steps = checklist.steps.flatMap(({ name, state, says }) => {
    const cure = state === 'open' ? cureOf(context, name, checklist, reports) : []
    return [`${marks[state]} ${checklistWords[name].title}: ${says}`, ...cure.map((line) => `      ${line}`)]
  })
  const end = checklist.done ? 'All is ready.' : 'Nothing is spent by any of it before you say so.'
  return [...steps, '', end]
}

/** The lines that say how an open step is done. */
export function cureOf(
  { typed }: Pick<Context, 'typed'>,
  name: ChecklistStepName,
  { chain, treasury }: Pick<Checklist, 'chain' | 'treasury'>,
  reports: readonly RpcReport[],
): string[] {
  switch (name) {
    case 'backup':
      return [`${typed('vault backup')}  (or vault create, vault restore, where there is none)`]
    case 'storage':
      return [
        typed('storage set kubo http://127.0.0.1:5001'),
        `or, where you host metadata yourself: ${typed('doctor --live --hosted-metadata')}`,
      ]
    case 'balance':
      if (chain === null) return [typed('doctor --live --chain base')]
      return treasury === null ? [] : [`Send ${treasury.balance.currency} on ${chain} to ${treasury.address}`]
    case 'network':
      return [
        ...reports.map(({ url, verdict }) => `${url}: ${verdict}`),
        `${typed(`networks set ${chain ?? 'base'} --rpc https://…`)} uses others.`,
      ]
    case 'mint': {
      const usual = `default-${chain ?? 'polygon'}`
      const mint = (id: string): string =>
        `${typed(`mint one.csv --collection ${id}`)}  with your own address in its one row`
      if (isDefaultCollection(usual)) return [mint(usual)]
      return [
        `${typed(`collections create <name> --chain ${chain}`)}  unless you have a collection there`,
        mint('<id>'),
      ]
    }
  }
}
