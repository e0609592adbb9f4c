package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.model.result.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessorsTest extends WithDyno {

    @Test
    void theProcessorsOfALoadAreStoredAndStandBesideItsCost() throws Exception {
        String out = dyno.type("client --broker sim --rate 5000 --duration 300ms --processors 0 queue://Q")
                .out();

        assertThat(out.replaceAll("\\s+", " ")).contains(" cores, on processor 0,");
        RunResult result = Listing.run(place()).result();
        assertThat(result.configured().processors()).containsExactly("0");
        assertThat(result.environment())
                .containsEntry(
                        "processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void processorsThatAreNotThereFailTheLoad() {
        assertThat(dyno.type("client --broker sim --duration 300ms --processors 1023 queue://Q")
                        .ended(Exit.FAILED)
                        .err())
                .contains("--processors: 1023; must be processors of this machine, which must run Linux.");
    }
}
