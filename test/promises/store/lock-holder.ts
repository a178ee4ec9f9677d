// Another program on the embedded database: takes its lock with the given statement, and holds it until its standard
// input ends. Arguments: the file, the statement.
import { DatabaseSync } from 'node:sqlite';

const [file = '', statement = ''] = process.argv.slice(2);
const db = new DatabaseSync(file, { timeout: 5000 });
db.exec(statement);
console.log('locked');
for await (const _ of process.stdin);
db.exec('ROLLBACK');
db.close();
