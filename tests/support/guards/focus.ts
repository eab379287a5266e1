/** A test left alone or left out turns a green run into a lie, so neither lands. */
import ts from 'typescript';
import type { Source } from './tracked.ts';

const runners = new Set(['test', 'it', 'describe', 'suite', 'bench']);
const banned = new Set(['only', 'skip', 'fixme', 'todo', 'fails', 'fail']);
const bannedNames = new Set(['xit', 'xtest', 'xdescribe', 'fit', 'ftest', 'fdescribe']);

/** Where a test is focused or left out: `path:line` and the words that do it. */
export function focusedOrSkipped({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (leavesOut(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function leavesOut(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return banned.has(node.name.text) && runners.has(firstName(node));
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    bannedNames.has(node.expression.text)
  );
}

/** `test` of `test.describe.only`. */
function firstName(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node))
    return firstName(node.expression);
  return ts.isIdentifier(node) ? node.text : '';
}
