import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface FenceState {
  error: Error | null
}

export interface FenceProps {
  /** The window's address: a failure at one place says nothing about another. */
  place: string
  children: ReactNode
}

/** Keeps an error of one page from taking the window down. */
export class ErrorFence extends Component<FenceProps, FenceState> {
  override state: FenceState = { error: null }

  static getDerivedStateFromError(error: Error): FenceState {
    return { error }
  }

  override componentDidUpdate(before: FenceProps): void {
    if (before.place !== this.props.place && this.state.error !== null) this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Stack className="panel" p="lg" maw={640} mx="auto" align="flex-start" role="alert">
        <Title order={1}>This page has failed</Title>
        <Text>
          The fault is in the window alone: runs go on in the core, and no money was moved by it. Load the page again;
          if it fails again, report this sentence:
        </Text>
        <Code block>{error.message}</Code>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </Stack>
    )
  }
}
