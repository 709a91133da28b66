import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterEach, beforeEach } from 'vitest'

/** In place of the network, in each test of the file that calls this: what is not answered here fails. */
export function mockNet(): { readonly net: MockAgent } {
  const usual = getGlobalDispatcher()
  let agent: MockAgent
  beforeEach(() => {
    agent = new MockAgent()
    agent.disableNetConnect()
    setGlobalDispatcher(agent)
  })
  afterEach(async () => {
    setGlobalDispatcher(usual)
    await agent.close()
  })
  return {
    get net() {
      return agent
    },
  }
}
