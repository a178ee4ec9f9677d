import { suite } from 'node:test';
import { countsInMemory } from './counts-in-memory.fixture.ts';
import { letterBudgetContract } from './letter-budget.contract.ts';

suite('the rows in memory that tests of limits use', () => {
  const letterBudget = countsInMemory();
  letterBudgetContract({ store: () => ({ letterBudget, sweep: letterBudget.sweep }) });
});
