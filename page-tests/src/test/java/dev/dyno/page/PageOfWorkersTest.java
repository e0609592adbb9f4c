package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a run by several workers. */
@Tag("nightly")
class PageOfWorkersTest extends PageTest {

    private static Path page = Path.of("");

    @BeforeAll
    static void measure() throws Exception {
        page = Runs.measureWithWorkers(pages.folder().resolve("workers")).resolve("report.html");
    }

    @Test
    void eachWorkerHasARowOfItsOwn() {
        open(page);
        assertThat(texts("return asks.poor()")).isEmpty();
        String rows = "details:has(> #workers) tbody tr";
        assertThat(allWords(rows + " th")).containsExactly("w1", "w2");
        assertThat(texts("return [...document.querySelectorAll('" + rows
                        + "')].map((r) => r.children[2].textContent + ' ' + r.children[3].textContent)"))
                .containsExactly("1 1", "1 1");
        assertThat(texts("return [...document.querySelectorAll('" + rows + "')].map((r) => r.children[4].textContent)"))
                .allSatisfy(sent -> assertThat(Double.parseDouble(sent)).isBetween(80.0, 120.0));
        assertThat(titles()).contains("worker w1, CPU", "worker w2, CPU", "worker w1, memory", "worker w2, memory");
    }
}
