package dev.dyno.report.query;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks of an SQL text without an engine: whether it is one statement, whether it begins like one that reads, and which tables
 * it may name. Everything else, above all its syntax, is checked by the engine.
 */
record SqlText(String text) {

    /** Comments, and quoted texts and names: semicolons and words in them do not count. */
    private static final Pattern APART =
            Pattern.compile("--[^\\n]*|/\\*.*?(?:\\*/|\\z)|'[^']*'?|\"[^\"]*\"?|`[^`]*`?|\\[[^]]*]?", Pattern.DOTALL);

    /** First words of statements that only read. After a parenthesis, the engine decides. */
    private static final Set<String> READING = Set.of("SELECT", "WITH", "VALUES", "EXPLAIN", "(");

    /** Error in one sentence; empty = the engine may execute it. */
    Optional<String> problem() {
        String plain = APART.matcher(text)
                .replaceAll(
                        part -> part.group().startsWith("--") || part.group().startsWith("/*") ? " " : "''")
                .strip();
        String statement = plain.replaceFirst("\\s*;$", "");
        if (statement.contains(";")) {
            return Optional.of("there is more than one statement; give one.");
        }
        if (statement.isEmpty()) {
            return Optional.of("is empty; must be a statement that reads, like SELECT name, p99_ms FROM runs.");
        }
        String first = statement.replaceFirst("(?s)^(\\w+|.).*", "$1").toUpperCase(Locale.ROOT);
        return READING.contains(first) ? Optional.empty() : Optional.of(writes(first));
    }

    /** Sentence about a statement that writes: stored runs are not changed by a question. */
    static String writes(String what) {
        return what + ": stored runs can only be read here; begin with SELECT, WITH or VALUES.";
    }

    /** Whether the statement may read a table. A table too many costs time, one too few would be an error. */
    boolean mayName(String table) {
        return Pattern.compile("\\b" + Pattern.quote(table) + "\\b", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .find();
    }
}
