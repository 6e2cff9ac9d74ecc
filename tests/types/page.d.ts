// What the scripts meet that no standard describes: htmx's events, and one of their own.

interface HtmxContext {
  sourceElement: HTMLElement;
  target: HTMLElement;
  response: { status: number };
}

interface HtmxTask {
  type: string;
  fragment: DocumentFragment;
}

interface DocumentEventMap {
  "htmx:before:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:error": CustomEvent<{ ctx: HtmxContext; error: Error }>;
  "htmx:before:swap": CustomEvent<{ ctx: HtmxContext; tasks: HtmxTask[] }>;
  "htmx:after:swap": CustomEvent<{ ctx: Pick<HtmxContext, "target"> }>;
  /** The status of the answer to a question of follow.js; 0 for none. */
  "followed": CustomEvent<number>;
}

interface Window {
  /** Missing where its CDN was not reached. */
  htmx?: { process(element: Element): void };
}
