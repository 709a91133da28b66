/** Why an included transaction had no effect except its fee. */
export class MoveFailure extends Error {
  override readonly name: string = 'MoveFailure'
}

/** The categories of aborts (Move's `std::error`). */
const categories = {
  invalidArgument: 0x1,
  outOfRange: 0x2,
  unauthenticated: 0x4,
  permissionDenied: 0x5,
  notFound: 0x6,
  alreadyExists: 0x8,
} as const

/** How a framework module aborts: its constants with their descriptions as in aptos-core. */
export interface AbortReason {
  category: keyof typeof categories | null
  /** `ENOT_CREATOR` */
  name: string
  code: number
  description: string
}

/** An abort in a module. @param module `0x4::aptos_token` */
export function abort(module: string, { category, name, code, description }: AbortReason): MoveFailure {
  const full = (category === null ? 0 : categories[category] * 0x10000) + code
  return new MoveFailure(`Move abort in ${module}: ${name}(0x${full.toString(16)}): ${description}`)
}

/** A failure of the Move VM itself. @param status its name in aptos-core's `StatusCode` */
export function machineFailure(status: string): MoveFailure {
  return new MoveFailure(`Transaction Executed and Committed with Error ${status}`)
}

/** What a practice network cannot do, because it has no Move VM. */
export function notSimulated(what: string): MoveFailure {
  return new MoveFailure(`Simulated, no Move VM: ${what}`)
}
