package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The form of {@code dyno ui} that starts a load, in Chromium. */
class LoadFormTest extends ServedPageTest {

    @Test
    void loadIsStartedFromAFormOfTheDeclaredSettings() throws IOException {
        DynoCommand ui = DynoCommand.start(JVM, "ui", "--runs", runs.toString());
        open(ui);
        browser.tell("document.querySelector('#new').click()");
        browser.await("document.querySelectorAll('.field').length > 50");
        assertThat(browser.allWords(".field strong")).contains("--rate", "--broker", "--max-pending", "--reconnect");
        assertThat(browser.allWords(".field .note"))
                .anyMatch(words -> words.contains("'80% of held'"))
                .noneMatch(words -> words.contains("%%"));
        browser.tell("const set = (flag, value) => { const input = [...document.querySelectorAll('.field')]"
                + ".find((f) => f.querySelector('strong').textContent === flag)"
                + ".querySelector('input, textarea'); input.value = value; input.dispatchEvent(new Event('input')); };"
                + " set('--broker', 'sim'); set('--rate', '150'); set('--duration', '8'); set('--warmup', '0');"
                // Bodies that this driver does not have, which it says when it opens its producers.
                + " window.set = set; set('--broker', 'null'); set('--priority', '4');"
                + " window.begin = () => [...document.querySelectorAll('button')].find((b) => b.textContent === 'Start the load').click();"
                + " begin();");
        browser.await("document.querySelector('.fold .hint').textContent.includes('run-failed: the run failed')");
        assertThat(folders()).isEmpty();
        browser.tell("set('--broker', 'sim'); set('--priority', '');"
                // Flags that are repeated, one of them with two words.
                + " set('--driver-property', 'service=1ms\\nstall=10ms at 1s'); set('--at', '1s exec \"true\"');");
        assertThat(browser.words(".command"))
                .startsWith("dyno client ")
                .contains(" --rate 150 ", " --duration 8 ", " --broker sim ", " --warmup 0 ", " --at 1s exec \"true\" ")
                .contains(" --driver-property service=1ms --driver-property 'stall=10ms at 1s' ")
                .endsWith(" queue://TEST_QUEUE");
        browser.tell("set('--password', 'geheim')");
        assertThat(browser.words(".command")).contains(" --password (hidden) ");
        browser.tell("set('--password', '')");
        browser.tell("begin()");
        browser.await("document.querySelector('.fold a')");
        String live = browser.text("return document.querySelector('.fold a').href");
        browser.open(live.replace("127.0.0.1", "localhost"));
        browser.await("document.querySelector('.brand').textContent === 'Dyno report'");
        assertThat(folders()).hasSize(1);
        assertThat(Files.readString(runs.resolve(folders().get(0)).resolve("run.json")))
                .contains("\"exitStatus\" : 0", "10ms at 1s")
                // As the JVM of this command, and not a quarter of the memory.
                .containsPattern("\"heap\" : \"2\\d\\d MiB\"");
        ui.interrupt();
        ui.end(0);
    }
}
