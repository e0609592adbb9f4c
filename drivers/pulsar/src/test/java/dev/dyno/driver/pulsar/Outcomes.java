package dev.dyno.driver.pulsar;

import dev.dyno.driver.SendListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps how asynchronous sends ended, by token: the failure's words, or {@link #ACKNOWLEDGED}. */
final class Outcomes implements SendListener {

    static final String ACKNOWLEDGED = "acknowledged";

    final Map<Long, String> byToken = new ConcurrentHashMap<>();

    @Override
    public void onSendCompleted(long token, @Nullable Throwable failure) {
        String outcome = failure == null ? ACKNOWLEDGED : String.valueOf(failure.getMessage());
        String before = byToken.put(token, outcome);
        if (before != null) {
            byToken.put(token, before + ", and then " + outcome);
        }
    }
}
