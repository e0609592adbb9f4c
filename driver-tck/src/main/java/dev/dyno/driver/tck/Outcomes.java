package dev.dyno.driver.tck;

import dev.dyno.driver.SendListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Notes the outcome of each asynchronous send by its token: the message of the failure, or {@link #ACKNOWLEDGED}. */
public final class Outcomes implements SendListener {

    public static final String ACKNOWLEDGED = "acknowledged";

    private final Map<Long, String> byToken = new ConcurrentHashMap<>();

    public Map<Long, String> byToken() {
        return byToken;
    }

    @Override
    public void onSendCompleted(long token, @Nullable Throwable failure) {
        String outcome = failure == null ? ACKNOWLEDGED : String.valueOf(failure.getMessage());
        String before = byToken.put(token, outcome);
        if (before != null) {
            byToken.put(token, before + ", and then " + outcome);
        }
    }
}
