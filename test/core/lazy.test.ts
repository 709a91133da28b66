import { expect, it } from 'vitest'
import { lazy } from '../../src/core/lib/lazy.ts'

class Counter {
  #sum = 0
  add(of: number): number {
    this.#sum += of
    return this.#sum
  }
  async fail(why: string): Promise<never> {
    throw new Error(why)
  }
}

it('waits until the object is open, and then calls it with what was given', async () => {
  const counter = new Counter()
  let open = (_: Counter): void => undefined
  const opening = new Promise<Counter>((resolve) => {
    open = resolve
  })
  const later = lazy(() => opening, ['add'])
  const sums = Promise.all([later.add(1), later.add(2)])
  open(counter)
  expect(await sums).toEqual([1, 3])
  expect(counter.add(0)).toBe(3)
})

it('fails as the method does, and as the opening does', async () => {
  await expect(lazy(async () => new Counter(), ['fail']).fail('no ink')).rejects.toThrow('no ink')
  const closed = async (): Promise<Counter> => {
    throw new Error('closed')
  }
  await expect(lazy(closed, ['add']).add(1)).rejects.toThrow('closed')
})

it('opens nothing before the first call', () => {
  let opened = 0
  lazy(async () => {
    opened++
    return new Counter()
  }, ['add'])
  expect(opened).toBe(0)
})
