/** `shared` says the same for several deliveries at once. Deliveries with the same code and `shared` are a group. */
export type WhyUnassigned = { code: string; sentence: string; shared: string }
