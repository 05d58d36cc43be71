import { PrismaPg } from "@prisma/adapter-pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/**
 * Prisma's adapter, with one statement after the other in a transaction. The client sends the relations of a read side
 * by side, also where all of them share one connection: `pg` warns of that, and will refuse it.
 */
export class QueuedPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => inTurn(await start(level));
    return adapter;
  }
}

function inTurn(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const queued =
    <Query, Answer>(run: (query: Query) => Promise<Answer>) =>
    (query: Query): Promise<Answer> => {
      const answer = last.then(() => run(query));
      last = answer.catch(() => undefined);
      return answer;
    };
  transaction.queryRaw = queued(transaction.queryRaw.bind(transaction));
  transaction.executeRaw = queued(transaction.executeRaw.bind(transaction));
  return transaction;
}
