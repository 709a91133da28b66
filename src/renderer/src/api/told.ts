/** What events tell while a call is under way, whose answer may have been made before them and come after them. */
import type { HandOver, Import, Run, WalletScan } from '../../../shared/app-api.ts'

export interface Told<Item> {
  /** An event told of it. */
  tell(item: Item): void
  /**
   * The answer of a call that is sent just now, or what an event told of the same meanwhile. That stands: should it be the older of the two,
   * another event follows, for whatever changes is told of.
   */
  one(call: Promise<Item>): Promise<Item>
  /** The same for a list, newest first. */
  list(call: Promise<Item[]>): Promise<Item[]>
  /** Such a list with an item in the place of what was known of it, or before all. */
  into(list: readonly Item[], item: Item): Item[]
}

/** The objects that events tell whole; of one session. */
export interface ToldObjects {
  imports: Told<Import>
  runs: Told<Run>
  handOvers: Told<HandOver>
  scans: Told<WalletScan>
}

/** Nothing told yet. */
export function createToldObjects(): ToldObjects {
  return {
    imports: createTold(({ id }) => id),
    runs: createTold(({ id }) => id),
    handOvers: createTold(({ id }) => id),
    scans: createTold(({ chain, address }) => `${chain} ${address.toLowerCase()}`),
  }
}

function createTold<Item>(idOf: (item: Item) => string): Told<Item> {
  const underWay = new Set<Map<string, Item>>()
  const during = async <Answer>(
    call: Promise<Answer>,
    merge: (answer: Answer, told: ReadonlyMap<string, Item>) => Answer,
  ): Promise<Answer> => {
    const told = new Map<string, Item>()
    underWay.add(told)
    try {
      return merge(await call, told)
    } finally {
      underWay.delete(told)
    }
  }
  const into = (list: readonly Item[], item: Item): Item[] => {
    const id = idOf(item)
    return list.some((old) => idOf(old) === id) ? list.map((old) => (idOf(old) === id ? item : old)) : [item, ...list]
  }
  return {
    into,
    tell(item) {
      for (const told of underWay) told.set(idOf(item), item)
    },
    one: (call) => during(call, (answer, told) => told.get(idOf(answer)) ?? answer),
    list: (call) => during(call, (answer, told) => [...told.values()].reduce(into, answer)),
  }
}
