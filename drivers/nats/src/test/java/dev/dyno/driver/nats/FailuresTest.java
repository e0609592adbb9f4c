package dev.dyno.driver.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.RefusedException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void wordsOfTheServerThatEachNewConnectionWouldGetAreRefusals() {
        assertThat(Stream.of(
                                "Permissions Violation for Subscription to \"a\"",
                                "Authorization Violation",
                                "User Authentication Expired",
                                "Account Authentication Expired")
                        .map(Failures::ofServer))
                .hasOnlyElementsOfType(RefusedException.class);
    }

    @Test
    void wordsThatMayEndAreNoRefusals() {
        assertThat(Stream.of("maximum connections exceeded", "Stale Connection", "Authentication Timeout")
                        .map(Failures::ofServer))
                .doesNotHaveAnyElementsOfTypes(RefusedException.class);
    }
}
