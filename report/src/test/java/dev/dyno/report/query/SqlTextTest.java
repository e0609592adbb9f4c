package dev.dyno.report.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1",
                "SELECT 1;",
                "SELECT 1 ; -- that is all; really\n",
                "-- first\n/* second; */ WITH x AS (SELECT 1) SELECT * FROM x",
                "VALUES (';'), (\";\"), (`;`), ([;])",
                "SELECT 'it''s; fine'",
                "(SELECT 1)",
                // Wrong, but what is wrong with it is for SQLite to say.
                "SELECT 'without an end; x",
                "SELECT 1 /* without an end; x"
            })
    void oneStatementThatBeginsLikeOneThatReadsIsLeftToTheEngine(String sql) {
        assertThat(new SqlText(sql).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "-- nothing", "/* nothing */", ";"})
    void nothingIsRefused(String sql) {
        assertThat(new SqlText(sql).problem().orElse(""))
                .startsWith(sql.equals(";") ? "is empty" : "is empty; must be");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1; SELECT 2", "SELECT 1;;", "SELECT ''; DROP TABLE runs", "SELECT 1;/* x */2"})
    void moreThanOneStatementIsRefused(String sql) {
        assertThat(new SqlText(sql).problem()).contains("there is more than one statement; give one.");
    }

    @ParameterizedTest
    @CsvSource({
        "delete from runs, DELETE",
        "ATTACH 'x.db' AS x, ATTACH",
        "/* ! */ vacuum into 'x', VACUUM",
        "Pragma query_only = 0, PRAGMA",
        "SELEC 1, SELEC"
    })
    void whatDoesNotBeginLikeAReadingOneIsRefusedByItsFirstWord(String sql, String word) {
        assertThat(new SqlText(sql).problem())
                .contains(word + ": stored runs can only be read here; begin with SELECT, WITH or VALUES.");
    }

    @Test
    void tablesAreNamedAsWholeWordsInAnyCase() {
        SqlText sql = new SqlText("SELECT * FROM Runs JOIN \"intervals\" USING (run)");
        assertThat(sql.mayName("runs")).isTrue();
        assertThat(sql.mayName("intervals")).isTrue();
        assertThat(sql.mayName("resources")).isFalse();
        assertThat(new SqlText("SELECT runs_before FROM my_runs").mayName("runs"))
                .isFalse();
    }
}
