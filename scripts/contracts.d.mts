import type { Abi, Hex } from 'viem'

export interface Compiled {
  abi: Abi
  bytecode: Hex
  /** Bytes of deployed code. */
  size: number
}

export function compile(
  files: readonly string[],
  options?: { patched?: Record<string, string>; evmVersion?: string; viaIR?: boolean; optimized?: boolean },
): Record<string, Compiled>
export function claims(): Record<string, { abi: Abi; metadata: string }>
export function artifacts(files?: string[]): Record<string, string>
/** What explorers are given of each contract that collections share, as a text by file name. */
export function submissions(): Record<string, string>
/** What is shipped of it. */
export function readSubmission(file: string): string
