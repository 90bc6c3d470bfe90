/** Where the bus tells how far the calculation of a workspace's plans is. Nothing is kept of it: the plan's row has the newest. */
export const progressTopic = (workspaceId: string) => `progress:${workspaceId}`
