package org.wso2.carbon.user.api;

/** Who owns the queue of dead letters. */
public final class RealmConfiguration {

    public String getAdminUserName() {
        return "admin";
    }
}
