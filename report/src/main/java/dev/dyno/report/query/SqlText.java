package dev.dyno.report.query;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks of an SQL text without an engine: whether it is one statement, whether it begins like one that reads, and which tables
 * it may name. Everything else, above all its syntax, is checked by the engine.
 */
final class SqlText {

    /** A comment, a quoted text or name, a word, or any other character: semicolons inside the first kinds must be ignored. */
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\\n]*|/\\*.*?(?:\\*/|\\z)|'[^']*'?|\"[^\"]*\"?|`[^`]*`?|\\[[^]]*]?|\\w+|.", Pattern.DOTALL);

    /** First words of statements that only read. A parenthesis is for the engine to judge. */
    private static final Set<String> READING = Set.of("SELECT", "WITH", "VALUES", "EXPLAIN", "(");

    private final String text;

    SqlText(String text) {
        this.text = text;
    }

    /** Error in one sentence; empty = the engine may execute it. */
    Optional<String> problem() {
        Optional<String> first = Optional.empty();
        boolean ended = false;
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String token = tokens.group();
            if (token.isBlank() || token.startsWith("--") || token.startsWith("/*")) {
                continue;
            }
            if (ended) {
                return Optional.of("there is more than one statement; give one.");
            }
            if (token.equals(";")) {
                ended = true;
            } else if (first.isEmpty()) {
                first = Optional.of(token.toUpperCase(Locale.ROOT));
            }
        }
        if (first.isEmpty()) {
            return Optional.of("is empty; must be a statement that reads, like SELECT name, p99_ms FROM runs.");
        }
        return first.filter(word -> !READING.contains(word)).map(SqlText::writes);
    }

    /** Sentence about a statement that writes: stored runs are not changed by a question. */
    static String writes(String what) {
        return what + ": stored runs can only be read here; begin with SELECT, WITH or VALUES.";
    }

    /** Whether it may read a table; one table too many costs time, one too few would be an error. */
    boolean mayName(String table) {
        return Pattern.compile("\\b" + Pattern.quote(table) + "\\b", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .find();
    }
}
