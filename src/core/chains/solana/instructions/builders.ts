import { type CoreInstructions, coreInstructionsOf } from './core-instructions.ts'
import { type CoreTokenInstructions, coreTokenInstructionsOf } from './core-token-instructions.ts'
import { type Instructions, instructionsOf } from './instructions.ts'
import { type TokenInstructions, tokenInstructionsOf } from './token-instructions.ts'

const projectsKept = 100

/** A project's instruction builders, by contract kind. */
export interface Builders {
  certified: Instructions
  core: CoreInstructions
  /** Changes of tokens of certified collections. */
  tokens: TokenInstructions
  /** Changes of tokens of Core collections. */
  coreTokens: CoreTokenInstructions
}

/** The builders of a project, made once and kept in `known`. */
export function buildersOf(
  known: Map<number, Builders>,
  treasury: (projectIndex: number) => string,
  projectIndex: number,
): Builders {
  const kept = known.get(projectIndex)
  if (kept) return kept
  if (known.size >= projectsKept) known.clear()
  const payer = treasury(projectIndex)
  const certified = instructionsOf(payer)
  const core = coreInstructionsOf(payer, certified.treeConfig)
  const made = { certified, core, tokens: tokenInstructionsOf(payer), coreTokens: coreTokenInstructionsOf(payer) }
  known.set(projectIndex, made)
  return made
}
