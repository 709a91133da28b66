/** Objects of events that arrive during a call, whose answer may be made before the event and arrive after it. */
import type { HandOver, Import, Run, WalletScan } from '../../../shared/app-api.ts'

export interface Pushed<Item> {
  /** Takes the object of an event. */
  tell(item: Item): void
  /**
   * The answer of a call that is just being sent, or the object of an event that arrives meanwhile. The event has priority: if it is the older of
   * the two, another event follows, because every change is followed by one.
   */
  one(call: Promise<Item>): Promise<Item>
  /** The same for a list, newest first. */
  list(call: Promise<Item[]>): Promise<Item[]>
  /** The list with the item in place of its older version, or in front if it is new. */
  into(list: readonly Item[], item: Item): Item[]
}

/** The objects that events carry whole, of one session. */
export interface PushedObjects {
  imports: Pushed<Import>
  runs: Pushed<Run>
  handOvers: Pushed<HandOver>
  scans: Pushed<WalletScan>
}

/** No objects yet. */
export function createPushedObjects(): PushedObjects {
  return {
    imports: createPushed(({ id }) => id),
    runs: createPushed(({ id }) => id),
    handOvers: createPushed(({ id }) => id),
    scans: createPushed(({ chain, address }) => `${chain} ${address.toLowerCase()}`),
  }
}

function createPushed<Item>(idOf: (item: Item) => string): Pushed<Item> {
  const underWay = new Set<Map<string, Item>>()
  const during = async <Answer>(
    call: Promise<Answer>,
    merge: (answer: Answer, pushed: ReadonlyMap<string, Item>) => Answer,
  ): Promise<Answer> => {
    const pushed = new Map<string, Item>()
    underWay.add(pushed)
    try {
      return merge(await call, pushed)
    } finally {
      underWay.delete(pushed)
    }
  }
  const into = (list: readonly Item[], item: Item): Item[] => {
    const id = idOf(item)
    return list.some((old) => idOf(old) === id) ? list.map((old) => (idOf(old) === id ? item : old)) : [item, ...list]
  }
  return {
    into,
    tell(item) {
      for (const pushed of underWay) pushed.set(idOf(item), item)
    },
    one: (call) => during(call, (answer, pushed) => pushed.get(idOf(answer)) ?? answer),
    list: (call) => during(call, (answer, pushed) => [...pushed.values()].reduce(into, answer)),
  }
}
