import ts from "typescript";

const BUILDERS = ["signedIn", "visitor", "embed", "guest", "inCall", "apiKey", "hook"];
/** The builder for members and guests of a call says what each of the two needs. */
const TWOFOLD = "inCall";
/** Those of pages with commands take a table, whose types ask a permission of each command. */
const OF_COMMANDS = ["memberCommands", "visitorCommands"];
const TABLES = "#app/core/pages/";
const HOME = "#app/http/route.server.ts";
const IS_BUILDER: ReadonlySet<string> = new Set([...BUILDERS, ...OF_COMMANDS]);
const ENTRANCES = ["loader", "action"];

/** What is wrong with a route module's entrances; empty when each comes from a builder that says its permission. */
export function faultsOf(file: string, text: string, permissions: ReadonlySet<string>): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const builders = imported(source, (home, name) => home === HOME && IS_BUILDER.has(name));
  const tables = imported(source, (home) => home.startsWith(TABLES));
  const constants = new Map<string, ts.Expression>();
  const faults: string[] = [];
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && isExported(statement) && isEntrance(statement.name))
      faults.push(`${statement.name?.text ?? ""} is a function of its own`);
    if (ts.isExportDeclaration(statement)) faults.push(...reExports(statement));
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !initializer) continue;
      constants.set(name.text, initializer);
      if (isExported(statement) && isEntrance(name))
        faults.push(
          ...faultsOfEntrance(name.text, initializer, { builders, tables, constants, permissions }),
        );
    }
  }
  return faults;
}

type Known = {
  builders: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  constants: ReadonlyMap<string, ts.Expression>;
  permissions: ReadonlySet<string>;
};

function faultsOfEntrance(name: string, given: ts.Expression, known: Known): string[] {
  const made = ts.isIdentifier(given) ? known.constants.get(given.text) : given;
  if (!made || !ts.isCallExpression(made) || !ts.isIdentifier(made.expression))
    return [`${name} does not come from a builder`];
  if (!known.builders.has(made.expression.text))
    return [`${name} comes from ${made.expression.text}, which is no builder of ${HOME}`];
  if (OF_COMMANDS.includes(made.expression.text)) {
    const [table] = made.arguments;
    const isTable = table && ts.isIdentifier(table) && known.tables.has(table.text);
    return isTable ? [] : [`${name} takes no table of ${TABLES}`];
  }
  const ways = made.arguments.slice(0, made.expression.text === TWOFOLD ? 2 : 1);
  const declared = ways.map(permissionsOf);
  if (declared.length === 0 || declared.some((way) => !way || way.length === 0))
    return [`${name} declares no permission`];
  return declared
    .flatMap((way) => way ?? [])
    .filter((permission) => !known.permissions.has(permission))
    .map((permission) => `${name} needs ${permission}, which no policy knows`);
}

/** One permission for all methods, or one each; anything that cannot be read here is refused. */
function permissionsOf(needs: ts.Expression): string[] | null {
  if (ts.isStringLiteral(needs)) return [needs.text];
  if (!ts.isObjectLiteralExpression(needs)) return null;
  const all: string[] = [];
  for (const property of needs.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.initializer))
      return null;
    all.push(property.initializer.text);
  }
  return all;
}

/** The names a module imports under their own name from where `isWanted` says. */
function imported(
  source: ts.SourceFile,
  isWanted: (home: string, name: string) => boolean,
): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      if (propertyName === undefined && isWanted(statement.moduleSpecifier.text, name.text))
        names.add(name.text);
  }
  return names;
}

function reExports({ exportClause }: ts.ExportDeclaration): string[] {
  if (!exportClause) return ["export * hides what is exported"];
  if (!ts.isNamedExports(exportClause)) return [];
  return exportClause.elements
    .filter(({ name }) => ENTRANCES.includes(name.text))
    .map(({ name }) => `${name.text} is exported from elsewhere`);
}

const isEntrance = (name: ts.Node | undefined): boolean =>
  name !== undefined && ts.isIdentifier(name) && ENTRANCES.includes(name.text);
const isExported = (statement: ts.HasModifiers): boolean =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
