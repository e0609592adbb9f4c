package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.report.store.CapacityFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityLinesTest {

    private static final CapacityStep STEP = new CapacityStep(
            CapacityStep.Purpose.HOLD,
            28_400,
            0,
            2_000_000_000L,
            9_000_000_000L,
            CapacityStep.Decision.MET,
            "why",
            28_390.5,
            -1,
            OptionalDouble.of(2.5),
            List.of(new CapacityStep.Share(Double.NaN, 0, 1)));

    private static Capacity capacity(OptionalDouble low, OptionalDouble high, Capacity.Note... notes) {
        return new Capacity(
                List.of("p99(end-to-end) < 20ms"),
                low,
                high,
                low.isPresent() && high.isPresent()
                        ? OptionalDouble.of((low.getAsDouble() + high.getAsDouble()) / 2)
                        : OptionalDouble.empty(),
                0.95,
                0.03,
                List.of(STEP),
                List.of(notes));
    }

    @Test
    void anAnswerIsAnIntervalWithItsObjectivesLimitAndNotes() {
        Capacity found = capacity(
                OptionalDouble.of(27_931),
                OptionalDouble.of(28_769),
                new Capacity.Note(Capacity.Kind.DRIFTING, "Later visits differ."));
        assertThat(CapacityLines.of(new CapacityFile(found, Optional.of("limited by the disk")), "A  ", 130))
                .containsExactly(
                        "capacity    A  28,400 msg/s  (95 %: 27,900 to 28,800) for this start   p99(end-to-end) < 20ms, backlog bounded, no send failed",
                        "limited by the disk", "note        Later visits differ.");
    }

    @Test
    void anEndThatIsNotKnownIsNotWritten() {
        OptionalDouble none = OptionalDouble.empty();
        assertThat(CapacityLines.interval(capacity(none, none))).isEqualTo("not known");
        assertThat(CapacityLines.interval(capacity(OptionalDouble.of(1_234.5), none)))
                .isEqualTo("at least 1,230 msg/s");
        assertThat(CapacityLines.interval(capacity(none, OptionalDouble.of(12))))
                .isEqualTo("less than 12 msg/s");
        assertThat(CapacityLines.interval(
                        capacity(none, none, new Capacity.Note(Capacity.Kind.NO_RATE_HOLDS, "at 10/s p99 was 3 s"))))
                .isEqualTo("no rate holds");
        assertThat(CapacityLines.interval(capacity(
                        none, OptionalDouble.of(294), new Capacity.Note(Capacity.Kind.NO_RATE_HOLDS, "at 294/s ..."))))
                .isEqualTo("no rate holds, 0 to 294 msg/s");
    }

    @Test
    void anAnswerComesBackAsItWasStored(@TempDir Path folder) throws Exception {
        CapacityFile written =
                new CapacityFile(capacity(OptionalDouble.of(1), OptionalDouble.empty()), Optional.empty());
        written.write(folder);
        assertThat(CapacityFile.read(folder)).contains(written);
        Path file = folder.resolve(CapacityFile.FILE);
        Files.writeString(file, Files.readString(file).replaceFirst("\"backlogErrorPerSecond\" ?: ?2.5,", ""));
        CapacityStep before =
                CapacityFile.read(folder).orElseThrow().capacity().steps().get(0);
        assertThat(before.backlogErrorPerSecond()).isEmpty();
        assertThat(before.backlogPerSecond()).isEqualTo(-1);
        Files.delete(file);
        assertThat(CapacityFile.read(folder)).isEmpty();
    }
}
