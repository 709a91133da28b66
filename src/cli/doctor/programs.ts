import { spawnSync } from 'node:child_process'
import { isNewEnough, neededNode } from '../../core/host/needed-node.ts'
import { findAnvil } from '../../core/practice/anvil-binary.ts'
import { loadNative } from '../../core/practice/solana/machine.ts'
import { missingPrograms, programFolders } from '../../core/practice/solana/program-files.ts'
import { checked, type Line } from './line.ts'

/** Ours, ms: a working program prints its version far sooner. */
const patience = 20_000

/** @param env MINTDESK_SOLANA_PROGRAMS, as for the core */
export function checkPrograms(dataDir: string, env: Readonly<Record<string, string | undefined>>): Promise<Line>[] {
  return [
    checked('node', () => checkNode(process.versions.node)),
    checked('anvil', checkAnvil),
    checked('litesvm', checkLitesvm),
    checked('solana programs', () => {
      const missing = missingPrograms(programFolders(dataDir, env))
      if (missing === null) return { name: 'solana programs', state: 'ok', says: 'The programs of Metaplex are there.' }
      return { name: 'solana programs', state: 'note', says: missing.message }
    }),
  ]
}

/** @param version in the form of `process.versions.node` */
export function checkNode(version: string): Line {
  if (isNewEnough(version)) return { name: 'node', state: 'ok', says: `Node ${version}.` }
  return {
    name: 'node',
    state: 'broken',
    says: `Node ${version} is too old.`,
    cure: `Install Node ${neededNode} or newer.`,
  }
}

async function checkAnvil(): Promise<Line> {
  const program = await findAnvil()
  const { stdout, error, status } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: patience })
  if (error === undefined && status === 0)
    return { name: 'anvil', state: 'ok', says: `${stdout.split('\n', 1)[0]?.trim() ?? 'anvil'} starts.` }
  return {
    name: 'anvil',
    state: 'broken',
    says: `The program of the practice networks does not start (${error?.message ?? `exit code ${status}`}): ${program}`,
    cure: 'It may be of another kind of computer: install Mintdesk again on this one.',
  }
}

function checkLitesvm(): Line {
  try {
    loadNative()
    return { name: 'litesvm', state: 'ok', says: 'The practice network of Solana can run.' }
  } catch (error) {
    return { name: 'litesvm', state: 'note', says: error instanceof Error ? error.message : String(error) }
  }
}
