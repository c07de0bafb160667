"""The addresses of the feature “lessons”."""

from django.urls import path

from games.lessons import views

PAGES = [
    path("learn/<slug:slug>/", views.lesson_of, name="lesson_of"),
    path("learn/<slug:slug>/<slug:key>/<int:number>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/<slug:key>/finish/", views.finish, name="finish"),
    path("learn/<slug:slug>/<slug:key>/finish/plan/", views.finish_plan, name="finish_plan"),
]
